{{- define "takings.selector" -}}
app.kubernetes.io/name: takings
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "takings.labels" -}}
{{ include "takings.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
