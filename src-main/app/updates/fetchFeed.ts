/** One request for the feed: bounded in time and size, through the proxy where there is one, and no further than that. */
import { request as secureRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { request as plainRequest } from '../../node/index.ts'
import { FeedError, MOST_FEED_BYTES } from './feed.ts'

/** Opens a connection, or says why not. Names are looked up by whoever is at its other end, if that is a proxy. */
export type Dial = (target: { readonly host: string; readonly port: number }, signal: AbortSignal) => Promise<Socket>

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const HTTPS_PORT = 443
const HTTP_PORT = 80

/** Without encryption the feed would tell everybody on the way what runs here; its signature protects only what it says. */
export function isFeedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const plain = protocol === 'http:' && LOOPBACK.has(hostname)
  return (protocol === 'https:' || plain) && username === '' && password === ''
}

/**
 * The text at this address, of `MOST_FEED_BYTES` at most.
 * @param patience milliseconds for all of it
 * @throws Error whose text says why there is none
 */
export async function fetchFeed(address: string, dial: Dial, patience: number): Promise<string> {
  if (!isFeedAddress(address)) throw new FeedError('its address is none of a feed')
  const timeout = AbortSignal.timeout(patience)
  try {
    return await ask(new URL(address), dial, timeout)
  } catch (error) {
    throw timeout.aborted ? new FeedError(`there was no answer within ${patience / 1000} seconds`) : error
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
      // No version, no system, no language: the request is the same for everybody.
      const headers = { Accept: 'application/json', Connection: 'close' }
      const options = { method: 'GET', headers, signal, createConnection: () => stream } as const
      const request = send(url, options, (response) => {
        if (response.statusCode !== 200) return reject(new FeedError(`the answer was ${response.statusCode}`))
        const parts: Buffer[] = []
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MOST_FEED_BYTES) reject(new FeedError('the answer is far too long'))
          else parts.push(part)
        })
        response.on('error', reject)
        response.on('aborted', () => reject(new FeedError('the answer broke off')))
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
