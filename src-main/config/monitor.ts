import { isIP } from 'node:net'
import type { MonitorOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

const LOOPBACK = '127.0.0.1'
const MAX_PORT = 65_535

/**
 * Reads `-metrics`: `<port>` for this machine only, `<host>:<port>` or `[<v6>]:<port>`.
 * @throws OptionError if it is invalid
 */
export function monitorOptions(values: Values): MonitorOptions {
  const text = values.text('metrics')
  if (text === undefined || text === '0') return { metrics: undefined }
  const [, v6, host = v6 ?? LOOPBACK, digits] = /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?([0-9]{1,5})$/.exec(text) ?? []
  const port = Number(digits ?? 0)
  if (!(port > 0 && port <= MAX_PORT) || (v6 !== undefined && isIP(v6) !== 6))
    throw new OptionError(`-metrics: expected <port> or <address>:<port>, got "${text}"`)
  return { metrics: { host, port } }
}
