/**
 * moveIn: what can be known of an existing node's folder without a node of this program, and the files that a move
 * writes.
 *
 * Purpose: finds folders of komodod and its relatives, detects a daemon that runs there, sorts the lines of the conf
 * file, and replaces that file if the user agrees.
 *
 * Non-goals: chains of this program, wallets and blocks (`chains/moveIn` starts those through the node's RPC).
 *
 * Invariants: everything in an old folder is hostile input and only read, except the conf file; links and files of other
 * users are never replaced; no secret reaches a log, a record or an error text.
 *
 * Thread: the app's own. Files are small, folders are listed asynchronously.
 */
export { formatCommandLine, readDefinition } from './commandLine.ts'
export {
  chooseKeptName,
  contentHash,
  findHandoverProblem,
  type HandoverNote,
  handOver,
  handoverState,
  readConfText,
  undoHandover,
} from './confHandover.ts'
export { moveInText } from './moveInText.ts'
export { findNodeFolders, nodePlaces, type OldFolder, readNodeFolder } from './nodeFolders.ts'
export { type AskedLine, hasOldUser, isShortPassword, type OldConf, readOldConf, userLines } from './oldConf.ts'
export { pointingConfText, withoutOldUser, withTakenLines } from './ownConf.ts'
export { findRunningSigns, type RunningSigns } from './runningSigns.ts'
export { type SystemSigns, systemSigns } from './systemSigns.ts'
