#!/bin/bash
# SPDX-License-Identifier: MIT
# The shortest form, where slurm.conf has RequeueExit=75: Slurm itself requeues a task that ends with 75. It has no limit.
# sbatch --array=1-"$(wc -l <sites)" slurm-requeue-exit.sh
#SBATCH --job-name=tiptoe
#SBATCH --time=01:00:00
#SBATCH --mem=512M
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%A_%a.log
# shellcheck disable=SC2086 # a list of options
exec tiptoe mirror --quiet --accept-failures --share-pace .pace --max-time "${SLICE:-50m}" ${OPTIONS-} \
    "$(sed -n "${SLURM_ARRAY_TASK_ID}p" sites)"
