{{- define "agent-deploy.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "agent-deploy.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: control-plane
{{- end }}

{{- /* Not `managed-by: agent-deploy`, by which a control plane knows what it made itself. */ -}}
{{- define "agent-deploy.labels" -}}
{{ include "agent-deploy.selector" . }}
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
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* What agents reach it by: inside the cluster, by a name that does not depend on the cluster's domain. */ -}}
{{- define "agent-deploy.planeUrl" -}}
{{- $port := int .Values.service.port -}}
http://{{ include "agent-deploy.name" . }}.{{ .Release.Namespace }}.svc{{ if ne $port 80 }}:{{ $port }}{{ end }}
{{- end }}

{{- define "agent-deploy.publicUrl" -}}
{{- $hosts := .Values.ingress.hosts -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if and .Values.ingress.enabled $hosts -}}
http{{ if .Values.ingress.tls }}s{{ end }}://{{ first $hosts }}
{{- else -}}
{{ include "agent-deploy.planeUrl" . }}
{{- end }}
{{- end }}

{{- /* Refuses the namespace of the control plane for agents, and an ingress without hosts. */ -}}
{{- define "agent-deploy.checkNamespaces" -}}
{{- if has .Release.Namespace .Values.agents.namespaces -}}
{{- fail (printf "agents.namespaces has %q, the namespace of the control plane: users who deploy an agent there could mount the control plane's Secrets. Choose another namespace" .Release.Namespace) -}}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.enabled requires a host. Set ingress.hosts" -}}
{{- end }}
{{- end }}
