/** The first word of an encrypted backup, by which window and node know one. */
export const SEALED_BACKUP_MARK = 'chainwright-backup'

/** Whether a file may be an encrypted backup; whether it is one only its passphrase shows. */
export const looksSealed = (text: string): boolean => text.startsWith(`${SEALED_BACKUP_MARK} `)
