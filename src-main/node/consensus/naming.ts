/**
 * Names and defaults that other programs of the family rely on to find a chain's files and its RPC port
 * (chain-params.md §4). Paths are built by whoever touches the disk.
 */
import type { ChainParams } from './params.ts'

export function confFileName(name: string): string {
  return name === '' ? 'komodo.conf' : `${name}.conf`
}

/** Folder below the family's own data folder; '' is that folder itself. */
export function chainDirectoryName(name: string): string {
  return name
}

/** Folder below the chain's own that holds its data; the conf file stays above it. */
export function networkDirectory(network: 'main' | 'regtest'): string {
  return network === 'main' ? '' : 'regtest'
}

/**
 * Text of a conf file that did not exist yet: these lines in this order, other programs read them.
 * @param user decimal u32, without the leading word
 * @param password 66 lower-case hex digits
 */
export function newConfText(values: {
  readonly user: number
  readonly password: string
  readonly p2pPort: number
}): string {
  return [
    `rpcuser=user${values.user}`,
    `rpcpassword=pass${values.password}`,
    `rpcport=${values.p2pPort + 1}`,
    'server=1',
    'txindex=1',
    'rpcworkqueue=256',
    'rpcallowip=127.0.0.1',
    'rpcbind=127.0.0.1',
    '',
  ].join('\n')
}

/** -rpcport of the command line, else of the conf file, else the one derived from the chain. */
export function effectiveRpcPort(given: {
  readonly commandLine?: number | undefined
  readonly conf?: number | undefined
  readonly params: ChainParams
}): number {
  return given.commandLine ?? given.conf ?? given.params.rpcPort
}
