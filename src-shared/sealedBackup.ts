/** First word of an encrypted backup, by which window and node recognise it. */
export const SEALED_BACKUP_MARK = 'chainwright-backup'

/** Returns true if a file may be an encrypted backup. Only its passphrase proves that. */
export const looksSealed = (text: string): boolean => text.startsWith(`${SEALED_BACKUP_MARK} `)
