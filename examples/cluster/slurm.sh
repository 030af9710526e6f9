#!/usr/bin/env bash
# A campaign on a Slurm cluster: sbatch examples/cluster/slurm.sh [OPTION OF assay fuzz...], in a folder that all nodes see.
# A task that Slurm requeues, as it does when a node dies or another job takes its place, goes on where it was.
#SBATCH --job-name=assay
#SBATCH --array=0-63
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=assay-%A-%a.log
set -euo pipefail
# Whatever is the same for all tasks; the seed is what makes a campaign another one.
: "${TARGETS:=cpu:O0,cpu:O2}" "${SEED:=7}" "${COUNT:=1000000}"

# Findings are for the merge: 1 is as good as 0 here. Anything else fails the task: `scontrol requeue JOB_TASK` begins it again.
assay fuzz --target "$TARGETS" --seed "$SEED" --count "$COUNT" --jobs "$SLURM_CPUS_PER_TASK" --shard auto "$@" || [ $? -eq 1 ]

# When all have ended, on any machine:
#   assay merge assay-out/seed-7/shard-*.db -o all.db --json all.json --reduce
