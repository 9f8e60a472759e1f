#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the three recipes of doc/batch for Slurm, on one node that this test starts: five sites in slices, requeued until all
# are complete. A part of `make check-batch`; takes some minutes.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
. "$top_srcdir/tests/batch/sites.sh"

[ "$(id -u)" = 0 ] || skip_all "Slurm needs root here"
for program in munged slurmctld slurmd sbatch scontrol squeue; do
    command -v "$program" >/dev/null || skip_all "no $program (Debian: apt install slurm-wlm munge)"
done
recipes=$(cd "$top_srcdir" && pwd)/doc/batch
mkdir "$work/state" "$work/spool" "$work/munge"
five_sites 24 # enough for several slices

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null ||
        awk 'BEGIN { srand(); print int(20000 + rand() * 20000) }'
}
node=$(hostname -s)
chmod 0711 "$work"
chmod 0755 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 0400 "$work/munge/key"
# A requeued task waits until its credential has expired (cred_expire), which is 120 seconds otherwise.
configure() { # configure LINE…: slurm.conf with these lines
    cat >"$work/slurm.conf" <<END
ClusterName=check
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$ctl_port
SlurmdPort=$slurmd_port
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=requeue_delay=1,batch_sched_delay=1,sched_interval=2
ReturnToService=2
JobRequeue=1
$*
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 RealMemory=8192 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}
ctl_port=$(free_port)
slurmd_port=$(free_port)
export SLURM_CONF="$work/slurm.conf"
configure RequeueExit=75

daemons=
stop_daemons() {
    for pid in $daemons; do
        kill "$pid" 2>/dev/null
    done
    for pid in $daemons; do
        wait "$pid" 2>/dev/null
    done
}
trap 'stop_daemons; leave' EXIT
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=2 >"$work/munge.out" 2>&1 8>&- 9>&- &
daemons="$! $daemons"
await "munged listens" test -S "$work/munge/socket"
slurmctld -D >"$work/ctld.out" 2>&1 8>&- 9>&- &
daemons="$! $daemons"
slurmd -D -N "$node" >"$work/slurmd.out" 2>&1 8>&- 9>&- &
daemons="$! $daemons"
node_is_up() {
    sinfo -h -o '%T' 2>/dev/null | grep -qE '^(idle|mixed)$'
}
await "Slurm has a node" node_is_up || {
    note "$(tail -n 5 "$work/ctld.out" "$work/slurmd.out" "$work/slurmctld.log" "$work/slurmd.log")"
    done_testing
}

# run_form NAME ARG…: the recipe NAME on five sites, until its array has ended; then all mirrors are whole
run_form() {
    name=$1
    shift
    mkdir "$work/$name"
    cp "$work/sites" "$work/$name/"
    : >"$log"
    (cd "$work/$name" && PATH=$work/bin:$PATH sbatch --parsable --array=1-5 --mem=100M --export=ALL "$@" \
        "$recipes/$name.sh") >"$work/job"
    job=$(cat "$work/job")
    tries=0
    while squeue -h -j "$job" 2>/dev/null | grep -q . && [ "$tries" -lt 3000 ]; do
        tries=$((tries + 1))
        timeout 0.1 tail -f /dev/null
    done
    sites_are_whole 24 "$work/$name" "$name: five mirrors are complete and verified"
    runs=$("$tiptoe" status --json "$work/$name"/127* | sed 's/.*"run":\([0-9]*\).*/\1/' | sort -n | tr '\n' ' ')
    ok "$name: they took several slices each ($runs)" test "${runs%% *}" -gt 1
    settle
    gap_is_at_least "$delay" all
    [ "$whole" = 5 ] || note "$(tail -n 4 "$work/$name"/*.log "$work/slurmctld.log")"
}

export SLICE=8s OPTIONS="--delay 0.1"
delay=100
run_form slurm-requeue-exit
configure
scontrol reconfigure
run_form slurm-requeue
# The time limit is in minutes: SIGTERM comes in the first half minute of two minutes, when Slurm looks at its limits. The five
# sites take longer than that: 130 requests at one address.
export OPTIONS="--delay 0.4"
delay=400
run_form slurm-signal --time=2 --signal=B:TERM@110
done_testing
