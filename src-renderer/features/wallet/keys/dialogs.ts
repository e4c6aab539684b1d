/** What can be open on the page of keys. */
export type KeysDialog = 'phrase' | 'restore' | 'encrypt' | 'change' | 'import-key' | 'show-key'
