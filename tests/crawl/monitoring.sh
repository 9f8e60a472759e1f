#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what programs read of a mirror: times and levels of status, metrics, results as JSON, and the recipes of doc/batch.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - <<'END'
/
  type text/html
  body
    <a href=/gone>gone</a> <a href=/page>page</a>
/page
  type text/html
  text a page
END

# member NAME: its value in the JSON of the last command.
member() {
    sqlite3 :memory: "SELECT json_extract(readfile('$work/out'), '\$.$1')"
}
# ages DAYS NAME: the runs of a mirror were so long ago.
ages() {
    sqlite3 "$work/$2/mirror.db" "UPDATE run SET started_ms = started_ms - $1 * 86400000, ended_ms = ended_ms - $1 * 86400000
        WHERE ended_ms > 0"
}

crawl mirror --json --delay 0 -o m "$base/"
exits 4 "a mirror"
cp "$work/out" "$work/end"
crawl status --json m
ok "--json prints at the end of a run what status prints" cmp -s "$work/out" "$work/end"
is "$(member exit) $(member running) $(member "done") $(member gone)" "4 0 2 1" "its exit status and counts"
is "$(member end)" "complete, but some URLs failed" "and its end in words"
completed=$(member completed)
is "$completed" "$(member ended)" "it was complete at its end"
ok "which is a time" test "$(date -d "$completed" +%s)" -ge "$(date -d "$(member started)" +%s)"
ages 3 m
crawl status --json m
completed=$(member completed)
crawl mirror --json --delay 0 -o m "$base/"
is "$(member completed)" "$completed" "a run without requests does not count"
crawl status --json --max-age 5d m
is "$(($(date -d "$(member due)" +%s) - $(date -d "$completed" +%s)))" 432000 "the next one is due five days later"

# level STATUS LINE ARG…: what status prints with --max-age.
level() {
    wanted=$1 line=$2
    shift 2
    crawl status "$@"
    exits "$wanted" "status $*"
    ok "it says so: $line" grep -q "^$line" "$work/out"
}
level 0 "OK: m: .*complete 3.0 days ago" --max-age 4d m
level 1 "WARNING: m: " --max-age 48h m
level 1 "WARNING: m: " --max-age 48h --critical 4d m
level 2 "CRITICAL: m: " --max-age 48h --critical 71h m
crawl mirror --delay 0 --max-time 1h -o new "$base/page"
level 2 "CRITICAL: none: cannot be read" --max-age 48h new m none
is "$(cut -d ' ' -f 1,2 <"$work/out" | paste -sd ' ')" "CRITICAL: none: WARNING: m: OK: new:" "the worst comes first"

# A mirror that was never complete is as old as its first run.
mkdir "$work/mirrors" "$work/metrics"
awkward=$work/mirrors/'a"b\c'
cp -r "$work/m" "$awkward"
sqlite3 "$awkward/mirror.db" "UPDATE run SET exit_status = 75"
crawl status --json "$awkward"
is "$(member completed)" "" "a run that was stopped was not complete"
level 1 "WARNING: .*; never complete" --max-age 48h "$awkward"

cp -r "$work/m" "$work/a|b"
level 1 "WARNING: a?b: " --max-age 48h 'a|b'
file_lacks out '|' "no name begins Nagios' numbers"
rm -r "$work/a|b"

# A run that was killed has no exit status of its own: it was stopped before completion.
sqlite3 "$awkward/mirror.db" "UPDATE run SET ended_ms = 0, exit_status = 0 WHERE id = (SELECT max(id) FROM run)"
crawl status --json "$awkward"
is "$(member exit) $(member running)" "75 0" "a killed run"

# Metrics: each has one HELP, one TYPE, and all of its samples together; names end in their unit.
cp -r "$work/m" "$work/mirrors"
cat >"$work/metrics.awk" <<'METRICS'
/^# HELP tiptoe_[a-z_]+ [^ ]/ { name = $3; heads[name]++; next }
/^# TYPE tiptoe_[a-z_]+ gauge$/ { bad += $3 != name; next }
/^tiptoe_[a-z_]+\{mirror="([^"\\\n]|\\[\\"n])*"(,state="[a-z]+")?\} [0-9.e+-]+$/ { bad += index($0, name "{") != 1; next }
{ bad++ }
END { for (name in heads) bad += heads[name] != 1; print bad + 0 }
METRICS
crawl status --format prometheus "$awkward" mirrors/m none
exits 1 "metrics, and one mirror that is missing"
is "$(awk -f "$work/metrics.awk" "$work/out")" 0 "the text format"
file_has out "tiptoe_completed_timestamp_seconds{mirror=\"mirrors/m\"} $(date -d "$completed" +%s)"
file_has out "tiptoe_exit{mirror=\"mirrors/m\"} 4"
file_has out 'tiptoe_urls{mirror="mirrors/m",state="gone"} 1'
file_has out 'tiptoe_readable{mirror="none"} 0'
file_has out 'a\"b\\c"} 1' "a label is escaped"
odd=$(printf 'x\377\ny')
cp -r "$work/m" "$work/$odd"
crawl status --format prometheus "$odd"
is "$(awk -f "$work/metrics.awk" "$work/out")" 0 "a label is one line of UTF-8"
ok "its bytes are escaped" grep -qF 'tiptoe_exit{mirror="x\\xFF\\x0Ay"} 4' "$work/out"
crawl status --format prometheus mirrors/m
file_has out 'tiptoe_run_waited_seconds{mirror="mirrors/m"} 0'

crawl status --format prometheus mirrors/m mirrors/../mirrors/m/
is "$(grep -c '^tiptoe_exit{' "$work/out")" 1 "a folder that is named twice has one sample"

# The recipes.
printf '/\n  type text/html\n  text a page\n' >"$work/calm.site"
play "$work/calm.site"
mkdir "$work/bin"
ln -s "$(realpath "$tiptoe")" "$work/bin/tiptoe"
rm -rf "$awkward"
folder=$top_srcdir/doc/batch
# recipe SCRIPT FILE: the command of a recipe that sed -n SCRIPT takes from FILE, for the folders of this test.
recipe() {
    sed -n "$1" "$folder/$2" | sed "s#/srv/mirrors#$work/mirrors#g; s#/var/lib/prometheus/node-exporter#$work/metrics#g; s#/usr/local/bin/##"
}
is "$(recipe 's/^[0-9*].*%.*/&/p' tiptoe.cron)" "" "cron: no % in a command"
recipe 's/^17 2 \* \* \* tiptoe //p' tiptoe.cron >"$work/nightly"
PATH="$work/bin:$PATH" sh "$work/nightly" >"$work/mail" 2>&1
is "$?" 0 "cron: the nightly update"
is "$(cat "$work/mail")" "" "cron: it mails nothing"
is "$(sqlite3 "$work/mirrors/m/mirror.db" 'SELECT exit_status FROM run ORDER BY id DESC LIMIT 1')" 0 "cron: it ran"
recipe 's/^\*\/15 \* \* \* \* tiptoe //p' tiptoe.cron >"$work/quarterly"
PATH="$work/bin:$PATH" sh "$work/quarterly"
is "$(ls "$work/metrics")" tiptoe.prom "prometheus: one file"
is "$(awk -f "$work/metrics.awk" "$work/metrics/tiptoe.prom")" 0 "prometheus: its format"
for metric in $(grep -o 'tiptoe_[a-z_]*' "$folder/tiptoe-alerts.yml" | sort -u); do
    ok "prometheus: a rule's $metric exists" grep -q "^$metric{mirror=\"m\"" "$work/metrics/tiptoe.prom"
done
ok "prometheus: 'and' keeps the value before it, so a rule that shows it begins with it" \
    grep -q '^ *expr: tiptoe_exit != 0 .*tiptoe_running == 0$' "$folder/tiptoe-alerts.yml"
sqlite3 "$work/mirrors/m/mirror.db" "UPDATE run SET exit_status = 75"
PATH="$work/bin:$PATH" sh "$work/quarterly"
ok "prometheus: a mirror that was never complete is due, too" grep -q '^tiptoe_due_timestamp_seconds{mirror="m"' "$work/metrics/tiptoe.prom"
sqlite3 "$work/mirrors/m/mirror.db" "UPDATE run SET exit_status = 0"
mkdir "$work/queue"
printf '#!/bin/sh\nexit 75\n' >"$work/queue/tiptoe"
chmod +x "$work/queue/tiptoe"
echo "$base/" >"$work/sites"
for answer in 0 1; do
    printf '#!/bin/sh\nexit %s\n' "$answer" >"$work/queue/scontrol"
    chmod +x "$work/queue/scontrol"
    for form in slurm-requeue slurm-signal; do
        (cd "$work" && PATH="$work/queue:$PATH" SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 bash "$folder/$form.sh" 2>/dev/null)
        is "$?" "$((answer * 75))" "$form: scontrol ends with $answer"
    done
done
set -f
# shellcheck disable=SC2046
set -- $(recipe 's/^ *check_command *check_tiptoe!\(.*\)!\(.*\)!\(.*\)example.org/\1 \2 \3m/p' nagios.cfg)
set +f
recipe 's/^ *command_line *//p' nagios.cfg | sed 's#\$ARG1\$#'"$1#;"' s#\$ARG2\$#'"$2#;"' s#\$ARG3\$#'"$3#" >"$work/check"
is "$(PATH="$work/bin:$PATH" sh "$work/check" | cut -d : -f 1)" OK "nagios: its command"
recipe 's/^# command.*=//p' nagios.cfg >"$work/check"
is "$(PATH="$work/bin:$PATH" sh "$work/check" | cut -d : -f 1)" OK "nagios: that of NRPE"

# Other results as JSON.
crawl explain --json m /gone
is "$(member state) $(member url) $(member 'robots\.txt')" "gone $base/gone " "explain --json"
crawl explain --json m /nothing
exits 1 "explain --json of an unknown URL"
file_is out "" "it prints nothing"
crawl verify --json m
is "$(member problems) $(member directory)" "0 m" "verify --json"
echo >>"$work/m/site/index.html"
crawl verify --json m
exits 1
is "$(sed -n 1p "$work/out" | cut -c 1-14)" '{"message":"si' "a problem is an object"
done_testing
