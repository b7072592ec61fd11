# Runs a PostgreSQL server for the process that writes to standard input, and stops the server when that process ends in
# any way. Arguments: the folder to remove at the end, and the command. Input lines: start, stop (closes connections).
folder=$1
shift
trap '' INT TERM HUP
server=
while read -r word; do
  case $word in
    start)
      "$@" </dev/null >>"$folder/log" 2>&1 &
      server=$!
      ;;
    stop)
      kill -INT "$server"
      wait "$server"
      server=
      echo stopped
      ;;
  esac
done
if [ -n "$server" ]; then
  kill -QUIT "$server"
  wait "$server"
fi
rm -rf "$folder"
