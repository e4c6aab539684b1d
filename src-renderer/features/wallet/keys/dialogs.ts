/** The dialogs of the page of keys. */
export type KeysDialog =
  | 'phrase'
  | 'restore'
  | 'encrypt'
  | 'change'
  | 'save'
  | 'take'
  | 'drill'
  | 'import-key'
  | 'show-key'
  | 'token-key'
