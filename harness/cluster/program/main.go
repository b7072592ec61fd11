// Command cluster holds the programs of a Kubernetes cluster and its command line, for tests. Its first argument names the
// one to run: they share nearly all of their code, so that building one program takes a fraction of building eight.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	helm "helm.sh/helm/v4/pkg/cmd"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

// What each program's flags are parsed by; those of `others` do that themselves.
var programs = map[string]func() *cobra.Command{
	"kube-apiserver":          apiserver.NewAPIServerCommand,
	"kube-controller-manager": manager.NewControllerManagerCommand,
	"kube-proxy":              proxy.NewProxyCommand,
	"kube-scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"kubectl":                 kubectl.NewDefaultKubectlCommand,
	"kubelet":                 func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
}

var others = map[string]func(){
	"etcd": func() { etcdmain.Main(os.Args) },
	"helm": runHelm,
}

func runHelm() {
	command, err := helm.NewRootCmd(os.Stdout, os.Args[1:], helm.SetupLogging)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// It prints what is wrong itself.
	if command.Execute() != nil {
		os.Exit(1)
	}
}

func main() {
	name := strings.Join(os.Args[1:min(2, len(os.Args))], "")
	command, parsed := programs[name]
	other, found := others[name]
	if !parsed && !found {
		names := slices.Sorted(maps.Keys(others))
		names = append(names, slices.Sorted(maps.Keys(programs))...)
		fmt.Fprintf(os.Stderr, "usage: cluster <program> [flags], where <program> is one of %s\n", strings.Join(names, ", "))
		os.Exit(2)
	}
	// Each reads its own name and flags from here.
	os.Args = os.Args[1:]
	if found {
		other()
		return
	}
	os.Exit(cli.Run(command()))
}
