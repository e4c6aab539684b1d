/**
 * node: the full node, and the only interface through which the app, the web server, the command line and the options
 * use it.
 *
 * Purpose: types of the running node, and pure functions on chains, addresses, subnets and bytes that the node's users
 * also need. `composition/node.ts` creates a node. Only `app/thread/nodeSetup.ts` calls it, so that a program without
 * its own node does not load one. Thread: any.
 */

export { checkFirstBlocks, type FirstBlocks } from './chain/blockFiles/firstBlocks.ts'
export { blockFileNumber, spaceForBlocks } from './chain/blockImport/blockFolder.ts'
export { findRunningDaemon } from './chain/blockImport/runningDaemon.ts'
export type { ChainNode, PowerSource } from './composition/node.ts'
export type {
  Directories,
  IndexOptions,
  LogOptions,
  MempoolOptions,
  MiningOptions,
  MonitorOptions,
  NodeOptions,
  P2pOptions,
  PublishOptions,
  RpcOptions,
  RpcPasswordOptions,
  RpcUserOptions,
  StorageOptions,
  WalletOptions,
} from './composition/options.ts'
export { NOT_PRIVATE, type PairData, type PairRole, PairState } from './composition/pairState.ts'
export type { PairMember } from './composition/parts.ts'
export {
  buildChainParams,
  type ChainOptions,
  type ChainParams,
  CONF_RPC_BIND,
  canonicalOptions,
  describeForkedChain,
  isEvalCodeEnabled,
  newConfText,
  parseChainOptions,
  type SupplyCurve,
  supplyCurve,
} from './consensus/index.ts'
export { createLogger, LogFilter, type LogRecord, systemClock, systemRandom } from './core/index.ts'
export { hash160, secp256k1 } from './crypto/index.ts'
export { formatSubnet, parseSubnet, subnetContains } from './p2p/bans/index.ts'
export { Dialler } from './p2p/connections/index.ts'
export { ipFromText, ipToText, parseNetAddress, splitHostPort } from './p2p/wire/index.ts'
export { readTransaction, serializeTransaction } from './primitives/index.ts'
export { decodeAddress, encodeAddress, findScriptAddress, p2pkhScript } from './script/index.ts'
export { chainDataFolders, keptChainData, planChainDataMove } from './storage/chainDataMove.ts'
export { DataDirectoryLock } from './storage/dataDirectoryLock.ts'
export { requiredFee } from './transactions/index.ts'
export { createGuardedServer, endWithReply } from './util/guardedServer.ts'
export { request } from './util/http.ts'
export { ByteReader, describeFileError, fromHex, isHex, toHex } from './util/index.ts'
export { WRITE_OVERHEAD } from './util/sendBacklog.ts'
export { type FileMark, isFileChanged, markFile } from './wallet/moveIn/fileMark.ts'
export { type OldWalletReport, reportOldWallet } from './wallet/moveIn/oldWalletReport.ts'
export { readWalletDat, WalletDatError } from './wallet/moveIn/walletDat/index.ts'
