#!/bin/sh
# Runs glassbox in @shards@ shards on a cluster, puts their results together, and prints the verdicts:
#
#   sh glassbox.slurm [flags of `cargo glassbox`, such as --bound height=6]
#
# Partitions, times and accounts are set as always: SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT. A shard that is stopped
# when its time is up goes on there if the script is run again.
#SBATCH --job-name=glassbox
set -eu
out=${GLASSBOX_SHARDS:-target/glassbox/shards}
case ${GLASSBOX_PART:-submit} in
submit)
  mkdir -p "$out"
  rm -f "$out"/shard-* "$out"/merge.log
  array=$(GLASSBOX_PART=shard sbatch --parsable --array=1-@shards@ --signal=B:TERM@30 --output="$out/log-%a" "$0" "$@")
  status=0
  GLASSBOX_PART=merge sbatch --wait --dependency="afterany:$array" --output="$out/merge.log" "$0" "$@" >/dev/null || status=$?
  cat "$out/merge.log"
  exit "$status"
  ;;
shard) exec cargo glassbox --shard "$SLURM_ARRAY_TASK_ID/@shards@" --out "$out/shard-$SLURM_ARRAY_TASK_ID" "$@" ;;
merge) exec cargo glassbox merge "$@" "$out"/shard-* ;;
esac
