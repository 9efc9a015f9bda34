"""Views of the adjudication database for people, in words; like every migration, never edited once released."""


def _label(column: str) -> str:
    """Return an expression that says a label, kept as JSON, in words."""

    def of(path: str) -> str:
        return f"json_extract({column}, '$.{path}')"

    def span(path: str) -> str:
        return f"{of(f'{path}.first.frame')} || ' to ' || {of(f'{path}.last.frame')}"

    recovered = f"coalesce('recovered at decision ' || {of('recovery_decision')}, 'not recovered')"
    said = {
        "milestone": f"{of('milestone')} || ' at frame ' || {of('frame.frame')} || ', ' || {of('certainty')}",
        "route": f"'frames ' || {span('first')} || ', again ' || {span('second')}",
        "battle": f"'frames ' || {span('span')}",
        "error": f"replace({of('type')}, '_', ' ') || ', ' || {of('severity')} || ', at decision '"
        f" || {of('decision')} || ', ' || {recovered} || ', cause ' || replace({of('cause')}, '_', ' ')",
        "cause": f"replace({of('cause')}, '_', ' ') || ' at decision ' || {of('decision')}",
    }
    cases = " ".join(f"WHEN '{kind}' THEN {words}" for kind, words in said.items())
    return f"CASE {of('kind')} {cases} ELSE 'at frame ' || {of('frame.frame')} END"


def _yes(column: str, path: str) -> str:
    return f"CASE json_extract({column}, '$.{path}') WHEN 1 THEN 'yes' ELSE 'no' END"


_ROLE = "coalesce(set_role.role, 'first pass')"
_FRAME = (
    "coalesce(json_extract(label.label, '$.frame.frame'), json_extract(label.label, '$.first.first.frame'), "
    "json_extract(label.label, '$.span.first.frame'))"
)
_FOUND = (
    "CASE WHEN item.a IS NULL AND item.b IS NULL THEN 'neither' WHEN item.b IS NULL THEN 'only a' "
    "WHEN item.a IS NULL THEN 'only b' ELSE 'both' END"
)
_STATE = (
    "CASE WHEN decision.verdict IS NULL THEN 'open' WHEN decision.verdict = 'disputed' THEN 'disputed' "
    "ELSE 'decided' END"
)
_SEEN = "CASE {} WHEN 1 THEN 'yes' ELSE 'no' END"

VIEWS = {
    "reviewers_in_words": f"""CREATE VIEW reviewers_in_words AS SELECT sealed_set.side, sealed_set.reviewer,
  {_ROLE} AS role, set_role.of AS of_side, sealed_set.sealed_utc,
  (SELECT count(*) FROM label WHERE label.side = sealed_set.side) AS labels,
  {_yes("sealed_set.declaration", "recorded")} AS recorded_trials,
  {_yes("sealed_set.declaration", "watched")} AS watched_trials,
  {_yes("sealed_set.declaration", "held_key")} AS held_the_key,
  sealed_set.program_version, sealed_set.sha256 FROM sealed_set LEFT JOIN set_role USING (side)""",
    "trials_in_words": f"""CREATE VIEW trials_in_words AS SELECT trial.trial, trial.frames, trial.decisions,
  count(item.item) AS items, sum(item.item IS NOT NULL AND {_STATE} = 'open') AS open,
  sum({_STATE} = 'decided') AS decided, sum({_STATE} = 'disputed') AS disputed
  FROM trial LEFT JOIN item USING (trial) LEFT JOIN decision ON decision.item = item.item
  GROUP BY trial.trial ORDER BY trial.place""",
    "labels_in_words": f"""CREATE VIEW labels_in_words AS SELECT label.side, sealed_set.reviewer, label.trial,
  label.kind, {_label("label.label")} AS says, json_extract(label.label, '$.note') AS note, {_FRAME} AS frame,
  label.label_id FROM label JOIN sealed_set USING (side)""",
    "items_in_words": f"""CREATE VIEW items_in_words AS SELECT item.item, item.trial, item.kind, {_FOUND} AS found,
  {_label("one.label")} AS side_a, {_label("other.label")} AS side_b, {_STATE} AS state, decision.verdict,
  {_label("decision.label")} AS decided_label, decision.reason, {_SEEN.format("decision.after_evidence")}
  AS after_hidden_state, decision.at FROM item
  LEFT JOIN label AS one ON one.side = 'a' AND one.trial = item.trial AND one.label_id = item.a
  LEFT JOIN label AS other ON other.side = 'b' AND other.trial = item.trial AND other.label_id = item.b
  LEFT JOIN decision ON decision.item = item.item""",
    "decisions_in_words": f"""CREATE VIEW decisions_in_words AS SELECT judgement.number, judgement.at, item.trial,
  item.kind, judgement.item, judgement.deed, judgement.verdict, {_label("judgement.label")} AS decided_label,
  judgement.reason, {_SEEN.format("judgement.after_evidence")} AS after_hidden_state
  FROM judgement JOIN item USING (item)""",
    "freeze_in_words": f"""CREATE VIEW freeze_in_words AS SELECT json_extract(record, '$.at') AS at,
  json_extract(record, '$.disputed') AS disputed, {_yes("record", "declaration.recorded")} AS recorded_trials,
  {_yes("record", "declaration.watched")} AS watched_trials, {_yes("record", "declaration.held_key")} AS held_the_key,
  json_extract(record, '$.program_version') AS program_version,
  json_extract(record, '$.decisions') AS decisions_sha256, json_extract(record, '$.codebook') AS codebook_sha256,
  json_extract(record, '$.sums_sha256') AS sums_sha256 FROM freeze""",
    "codenames_in_words": """CREATE VIEW codenames_in_words AS SELECT one.key AS codename,
  json_extract(one.value, '$.trial') AS trial, json_extract(one.value, '$.condition') AS condition,
  json_extract(unblinding.record, '$.at') AS at
  FROM unblinding, json_each(unblinding.record, '$.trials') AS one""",
    "audit_in_words": """CREATE VIEW audit_in_words AS SELECT number, at, what,
  coalesce(json_array_length(detail, '$.rows'), json_array_length(detail, '$.items'), 0) AS rows_named,
  sha256, previous FROM audit""",
}
