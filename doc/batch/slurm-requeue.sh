#!/bin/bash
# SPDX-License-Identifier: MIT
# An array of mirrors that requeues itself: sbatch --array=1-"$(wc -l <sites)" slurm-requeue.sh
# Line N of the file `sites` is the URL of task N. Needs nothing in slurm.conf.
#SBATCH --job-name=tiptoe
#SBATCH --time=01:00:00
#SBATCH --mem=512M
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%A_%a.log
set -u
url=$(sed -n "${SLURM_ARRAY_TASK_ID}p" sites)

# The slice ends before the time limit does. OPTIONS is a list of options; for a site with a password, in an array of its own:
#   OPTIONS="--auth @$HOME/example.org.auth", a file of the mode 600, or OPTIONS="--cookies $HOME/cookies.txt"
# shellcheck disable=SC2086
tiptoe mirror --quiet --accept-failures --share-pace .pace --max-time "${SLICE:-50m}" ${OPTIONS-} "$url"
status=$?

# The id of the task: that of the job would requeue the whole array. Give up after 100 slices.
if [ "$status" = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && exit 0
fi
exit "$status"
