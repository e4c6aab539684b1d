/** Address of the RPC server in a new conf file. */
export const CONF_RPC_BIND = '127.0.0.1'

/**
 * Returns the text of a new conf file. Lines and order are fixed, because other programs for these chains read it
 * (chain-params.md §4).
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
    `rpcbind=${CONF_RPC_BIND}`,
    '',
  ].join('\n')
}
