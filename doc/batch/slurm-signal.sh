#!/bin/bash
# SPDX-License-Identifier: MIT
# The same, with slices as long as the time limit allows: Slurm sends SIGTERM to this script 60 seconds before the end.
# sbatch --array=1-"$(wc -l <sites)" slurm-signal.sh
#SBATCH --job-name=tiptoe
#SBATCH --time=01:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --mem=512M
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%A_%a.log
set -u
url=$(sed -n "${SLURM_ARRAY_TASK_ID}p" sites)

# shellcheck disable=SC2086 # a list of options
tiptoe mirror --quiet --accept-failures --share-pace .pace ${OPTIONS-} "$url" &
tiptoe=$!
trap 'kill -TERM "$tiptoe"' TERM

# A trap ends `wait`, but not tiptoe: wait until it has written everything.
while kill -0 "$tiptoe" 2>/dev/null; do
    wait "$tiptoe"
    status=$?
done

if [ "$status" = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && exit 0
fi
exit "$status"
