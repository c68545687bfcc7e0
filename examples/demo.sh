#!/bin/sh
# The main job on the sample database: usage: demo.sh PROGRAM SAMPLE_DATABASE CONTEXT_FILE
set -eu
program=$1
database=sqlite:$2
context=$3

ask() {
  printf '\n$ querydata ask --db %s --context %s %s\n\n' "$database" "$context" "$*"
  # Status 3 is "no plan": part of the show, not a failure.
  "$program" ask --db "$database" --context "$context" "$@" || [ $? -eq 3 ]
}

ask --explain "Which ships sail from Goteborg to Kiel?"
ask "How many sailings went from Stockholm to Helsinki last month?" --now 2024-07-15
ask "What is the fastest way to the moon?"
printf '\n$ querydata find --db %s %s\n\n' "$database" "'How much do passengers from Norway pay?'"
"$program" find --db "$database" "How much do passengers from Norway pay?"
printf '\n$ querydata link --db %s --context %s Mariehamm\n\n' "$database" "$context"
"$program" link --db "$database" --context "$context" Mariehamm
