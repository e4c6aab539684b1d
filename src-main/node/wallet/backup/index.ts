/**
 * backup: exports and imports keys as text and files.
 *
 * Purpose: dumps in the format of dumpwallet, importing them, checking what a backup would restore, and the export
 * folder; encrypted backups (`sealedFile.ts` is the format, `sealedContent.ts` the content) and their schedule.
 * Non-goals: copying `wallet.db` itself (file). Invariants: an import adds all keys of a dump or none. A file in the
 * export folder is complete or absent, and no existing dump is overwritten. Secrets read from a text are wiped once
 * they are stored. Thread: the node's; long work yields to the event loop every few milliseconds.
 */
export { type BackupCoverage, computeDumpCoverage, computeSeedCoverage, hasAllScripts } from './backupProof.ts'
export { type DumpFrame, readDump, writeDump } from './dump.ts'
export { describeDumpOmissions } from './dumpOmissions.ts'
export { type ExportFiles, openExportFolder } from './exportFiles.ts'
export { importKeys, type KeyImportOptions } from './keyImport.ts'
export { BackupSchedule, type ScheduleChoice, type ScheduleState } from './schedule.ts'
export {
  type BackupContent,
  MAX_COMMENT_LENGTH,
  MAX_FOREIGN_LABELS,
  readContent,
  restoreMovedIn,
  restorePhrase,
  restoreScripts,
  writeContent,
} from './sealedContent.ts'
export { newSealingKey, openSealedBackup, type SealingKey, sealBackup } from './sealedFile.ts'
