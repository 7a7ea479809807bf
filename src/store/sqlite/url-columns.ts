/** Of a URL `u`, with its place `f` in the queue where it has one. */
export const urlColumns =
  'u.id, u.url, u.state, u.reason, u.depth, u.parent, u.modified_at AS modifiedAt, f.kind, f.priority, f.level, f.attempts';
