{{- /* A valid name of a Service, which has no dots, and begins with a letter. */ -}}
{{- define "agent-deploy.name" -}}
{{- $release := .Release.Name | replace "." "-" -}}
{{- if not (regexMatch "^[a-z]" $release) -}}
{{- fail (printf "the name of the release, %q, must begin with a letter, because names of Services begin with a letter. Choose another name" .Release.Name) -}}
{{- end -}}
{{- if contains .Chart.Name $release }}{{ $release }}{{ else }}{{ printf "%s-%s" $release .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "agent-deploy.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: control-plane
{{- end }}

{{- define "agent-deploy.testSelector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: test
{{- end }}

{{- /* Not `managed-by: agent-deploy`, by which a control plane knows what it made itself. */ -}}
{{- define "agent-deploy.labels" -}}
{{ include "agent-deploy.selector" . }}
{{ include "agent-deploy.commonLabels" . }}
{{- end }}

{{- define "agent-deploy.commonLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* Whether to render an object of the Prometheus operator: not empty if so. Arguments: the context, and auto, true or false. */ -}}
{{- define "agent-deploy.monitors" -}}
{{- $context := first . }}
{{- $enabled := last . | toString }}
{{- if $context.Values.metrics.enabled }}
{{- if or (eq $enabled "true") (and (eq $enabled "auto") ($context.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) -}}
true
{{- end }}
{{- end }}
{{- end }}

{{- define "agent-deploy.image" -}}
{{- with .Values.image -}}
{{- if not .repository -}}
{{- fail "image.repository is empty. Set it to the image of the control plane, such as ghcr.io/<owner>/agent-deploy-emulator, or install the chart of a release, which contains its image" -}}
{{- end -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* What agents reach it by: inside the cluster, by a name that does not depend on the cluster's domain. */ -}}
{{- define "agent-deploy.planeUrl" -}}
{{- $port := int .Values.service.port -}}
http://{{ include "agent-deploy.name" . }}.{{ .Release.Namespace }}.svc{{ if ne $port 80 }}:{{ $port }}{{ end }}
{{- end }}

{{- define "agent-deploy.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if and .Values.ingress.enabled .Values.ingress.hosts -}}
http{{ if .Values.ingress.tls }}s{{ end }}://{{ include "agent-deploy.firstHost" .Values.ingress.hosts }}
{{- else if and .Values.gateway.enabled .Values.gateway.hosts -}}
https://{{ include "agent-deploy.firstHost" .Values.gateway.hosts }}
{{- else -}}
{{ include "agent-deploy.planeUrl" . }}
{{- end }}
{{- end }}

{{- /* The first host that is not a wildcard, because clients cannot connect to a wildcard. Argument: the hosts. */ -}}
{{- define "agent-deploy.firstHost" -}}
{{- $hosts := list -}}
{{- range . }}{{ if not (hasPrefix "*" .) }}{{ $hosts = append $hosts . }}{{ end }}{{ end -}}
{{- if not $hosts -}}
{{- fail "all hosts are wildcards, so the URL for clients is unknown. Set publicUrl" -}}
{{- end -}}
{{ first $hosts }}
{{- end }}

{{- /* Refuses values that would not work together. */ -}}
{{- define "agent-deploy.checkNamespaces" -}}
{{- if has .Release.Namespace (include "agent-deploy.agentNamespaces" . | fromJsonArray) -}}
{{- fail (printf "agents.namespaces has %q, the namespace of the control plane: users who deploy an agent there could mount the control plane's Secrets. Choose another namespace" .Release.Namespace) -}}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.enabled requires a host. Set ingress.hosts" -}}
{{- end }}
{{- if and .Values.gateway.enabled (not .Values.gateway.parents) -}}
{{- fail "gateway.enabled requires a gateway. Set gateway.parents" -}}
{{- end }}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is larger than autoscaling.maxReplicas" -}}
{{- end }}
{{- $cpu := or ((.Values.resources).requests).cpu ((.Values.resources).limits).cpu }}
{{- if and .Values.autoscaling.enabled (not $cpu) -}}
{{- fail "autoscaling.enabled requires a request, because the autoscaler compares the usage with it. Set resources.requests.cpu" -}}
{{- end }}
{{- end }}

{{- /* Not empty if the cluster is OpenShift. */ -}}
{{- define "agent-deploy.isOpenShift" -}}
{{- if .Capabilities.APIVersions.Has "security.openshift.io/v1" }}true{{ end }}
{{- end }}

{{- /* Security context of pods with the control plane's image. */ -}}
{{- define "agent-deploy.podSecurity" -}}
runAsNonRoot: true
{{- if or (eq .Values.fixedUser "always") (and (eq .Values.fixedUser "auto") (not (include "agent-deploy.isOpenShift" .))) }}
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- /* The file of --cluster-settings. */ -}}
{{- define "agent-deploy.settings" -}}
{{- with .Values.agents -}}
{{- /* Rules for images are absent if they have no effect, so replicas of an earlier version accept the file. */ -}}
{{- $images := pick .images "postgres" "redis" -}}
{{- if ne (.images.digests | default "preferred") "preferred" }}{{ $_ := set $images "digests" .images.digests }}{{ end -}}
{{- range $name := list "networks" "allowed" "signatures" -}}
{{- with get $.Values.agents.images $name }}{{ $_ := set $images $name . }}{{ end -}}
{{- end -}}
{{- toYaml (dict "images" $images "imagePullSecrets" .imagePullSecrets "defaults" .defaults "resources" .resources "workspaces" .workspaces) }}
{{- end }}
{{- end }}

{{- /* All namespaces of agents: the namespaces of the control plane, and the namespaces of workspaces. */ -}}
{{- define "agent-deploy.agentNamespaces" -}}
{{- $all := .Values.agents.namespaces -}}
{{- range .Values.agents.workspaces }}{{ $all = concat $all (.namespaces | default list) }}{{ end -}}
{{- toJson (uniq $all) -}}
{{- end }}
