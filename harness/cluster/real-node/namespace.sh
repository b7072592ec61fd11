# Keeps the namespaces of a real node. When this process ends, the kernel ends all processes in the namespaces and removes
# their mounts and network. Arguments: the folder to which it writes its pid, the first three numbers of the network, and
# the name of the network link to the outside.
set -eu
folder=$1 network=$2 link=$3
read -r pid _ </proc/self/stat
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mkdir -p /run/netns /run/containerd
ip link set lo up
ip link add node0 type bridge
ip address add "$network.1/24" dev node0
ip link set node0 up
echo 1 >/proc/sys/net/ipv4/ip_forward
echo "$pid" >"$folder/namespace.new"
mv "$folder/namespace.new" "$folder/namespace"
until ip link set "$link" master node0 2>/dev/null; do sleep 0.02; done
ip link set "$link" up
ip route add default via "$network.254" dev node0
echo ready >"$folder/network"
while :; do sleep 1000; done
