/**
 * Requests the feed once: with limits on time and size, through the proxy if one is set, and without following
 * redirects.
 */
import { request as secureRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { request as plainRequest } from '../../node/index.ts'
import { FeedError, MAX_FEED_BYTES } from './feed.ts'

/**
 * Opens a connection. Rejects with the reason if it fails. If the connection uses a proxy, the proxy resolves the name.
 */
export type Dial = (target: { readonly host: string; readonly port: number }, signal: AbortSignal) => Promise<Socket>

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const HTTPS_PORT = 443
const HTTP_PORT = 80

/**
 * Requires https except on loopback. Without encryption the request would reveal to the network that this program runs
 * here; the signature protects only the content.
 */
export function isFeedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const plain = protocol === 'http:' && LOOPBACK.has(hostname)
  return (protocol === 'https:' || plain) && username === '' && password === ''
}

/**
 * Fetches the text at this address, at most `MAX_FEED_BYTES`.
 * @param patience timeout of the complete request in ms
 * @throws Error with the reason if there is no valid reply
 */
export async function fetchFeed(address: string, dial: Dial, patience: number): Promise<string> {
  if (!isFeedAddress(address)) throw new FeedError('the address of the update feed is invalid')
  const timeout = AbortSignal.timeout(patience)
  try {
    return await ask(new URL(address), dial, timeout)
  } catch (error) {
    throw timeout.aborted ? new FeedError(`no response within ${patience / 1000} seconds`) : error
  }
}

async function ask(url: URL, dial: Dial, signal: AbortSignal): Promise<string> {
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (secure ? HTTPS_PORT : HTTP_PORT)
  const socket = await dial({ host, port }, signal)
  const stream = secure ? connectSecurely({ socket, host, ...(isIP(host) === 0 && { servername: host }) }) : socket
  try {
    return await new Promise((resolve, reject) => {
      const send = secure ? secureRequest : plainRequest
      // No version, system or language, so that all users send the same request.
      const headers = { Accept: 'application/json', Connection: 'close' }
      const options = { method: 'GET', headers, signal, createConnection: () => stream } as const
      const request = send(url, options, (response) => {
        if (response.statusCode !== 200)
          return reject(new FeedError(`the server responded with HTTP status ${response.statusCode}`))
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MAX_FEED_BYTES) reject(new FeedError('the response is too large'))
          else parts.push(part)
        })
        response.on('error', reject)
        response.on('aborted', () => reject(new FeedError('the response was cut off')))
        response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
      })
      request.on('error', reject)
      request.end()
    })
  } finally {
    stream.destroy()
    socket.destroy()
  }
}
