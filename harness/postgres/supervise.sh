# Runs a PostgreSQL server for the process at the other end of standard input, and ends it when that one is gone, however
# it went. Takes: the folder to remove at the end, and the command. Reads: start, stop (connections are cut).
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
