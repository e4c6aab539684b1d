/** Finds out whether a daemon of the family runs on a folder (protocol/wallet-dat.md §3.3). */
import { findRunningDaemon } from '../../node/index.ts'
import type { OldFolder } from './nodeFolders.ts'
import type { SystemSigns } from './systemSigns.ts'

export interface RunningSigns {
  /** `maybe`: signs of a node that was killed or is closing */
  readonly state: 'no' | 'maybe' | 'yes'
  readonly signs: readonly ('process' | 'rpc' | 'log')[]
  readonly pid: number | null
  /** arguments of the process, the program first; null if the system does not show them */
  readonly argv: readonly string[] | null
}

/**
 * @param rpcPort port of the conf file; undefined if it is unknown, or if a node of this program uses it
 */
export async function findRunningSigns(
  { folder, walletLogs }: Pick<OldFolder, 'folder' | 'walletLogs'>,
  rpcPort: number | undefined,
  system: SystemSigns,
): Promise<RunningSigns> {
  const daemon = findRunningDaemon(folder)
  const answers = rpcPort !== undefined && (await system.answersHttp(rpcPort))
  const signs = [
    ...(daemon === undefined ? [] : ['process' as const]),
    ...(answers ? ['rpc' as const] : []),
    ...(walletLogs.length === 0 ? [] : ['log' as const]),
  ]
  const pid = daemon?.pid ?? (answers ? await system.listener(rpcPort) : undefined) ?? null
  const certain = signs.some((sign) => sign !== 'log')
  return {
    state: certain ? 'yes' : signs.length > 0 ? 'maybe' : 'no',
    signs,
    pid,
    argv: pid === null ? null : ((await system.commandLine(pid)) ?? null),
  }
}
