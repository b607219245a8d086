"""Settings, errors, JSON, addresses and wording, for every part of the service.

Public: `addresses`, `errors`, `http_status`, `json_body`, `json_text`, `networks`, `page_script`, `settings`,
`terminal`, `version`, `whole_number` and `wording`.
"""
