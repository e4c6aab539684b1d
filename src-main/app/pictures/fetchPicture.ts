/**
 * Fetches one picture over TLS, with limits on time, size and redirects, and without telling the server more than
 * necessary.
 */

import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectSecurely, type TLSSocket } from 'node:tls'
import { linkTarget } from '#shared/protocol/nftData.ts'
import { PictureFault } from './fault.ts'
import { type PictureSize, pictureSize } from './imageSize.ts'
import { type PictureConnector, requirePublicHost } from './pictureConnector.ts'

export const MAX_PICTURE_BYTES = 4_000_000
/** Maximum length of one side, and maximum number of pixels; a drawn pixel takes four bytes. */
const MAX_SIDE = 8192
const MAX_PIXELS = 16_000_000
const MAX_REDIRECTS = 3

export interface FetchedPicture extends PictureSize {
  readonly bytes: Buffer
}

export interface FetchOptions {
  readonly way: PictureConnector
  /** timeout of the complete fetch in ms */
  readonly patience: number
  readonly signal: AbortSignal
  /** certificates to trust instead of the default ones, in PEM */
  readonly ca?: string | undefined
}

/** No cookies, referrer, language or version, so that all users send the same headers. */
const HEADERS = {
  Accept: 'image/png,image/jpeg,image/webp,image/gif',
  'Accept-Encoding': 'identity',
  'User-Agent': 'Chainwright',
  Connection: 'close',
}

/** @throws PictureFault if there is no valid picture */
export async function fetchPicture(address: string, options: FetchOptions): Promise<FetchedPicture> {
  const timeout = AbortSignal.timeout(options.patience)
  const signal = AbortSignal.any([timeout, options.signal])
  try {
    return await follow(address, { ...options, signal })
  } catch (error) {
    if (error instanceof PictureFault) throw error
    const text = error instanceof Error ? error.message : String(error)
    throw new PictureFault(timeout.aborted ? 'slow' : 'unreachable', text, { cause: error })
  }
}

async function follow(first: string, options: FetchOptions): Promise<FetchedPicture> {
  let address = first
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const target = linkTarget(address)
    if (target.kind !== 'web') throw new PictureFault(hops === 0 ? 'not-https' : 'redirect', `${address} is not https`)
    const answer = await ask(new URL(target.address), options)
    if (Buffer.isBuffer(answer)) return checkPicture(answer)
    address = answer.location
  }
  throw new PictureFault('redirect', `more than ${MAX_REDIRECTS} redirects`)
}

function checkPicture(bytes: Buffer): FetchedPicture {
  const size = pictureSize(bytes)
  if (size === undefined) throw new PictureFault('type', 'the response is not a PNG, JPEG, WebP or GIF image')
  const { width, height } = size
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new PictureFault('dimensions', `${width} × ${height} pixels`)
  }
  return { ...size, bytes }
}

/**
 * Rejects on abort. A DNS lookup cannot be cancelled: its result is ignored, and a connection that opens later is
 * closed.
 */
async function unless(signal: AbortSignal, opening: Promise<Socket>): Promise<Socket> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => {
    reject(signal.reason)
    opening.then((late) => late.destroy()).catch(() => {})
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([opening, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Requests the URL. Returns the body, or the location of a redirect. */
async function ask(url: URL, options: FetchOptions): Promise<Buffer | { readonly location: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  requirePublicHost(host)
  const socket = await unless(options.signal, options.way(host, options.signal))
  // Errors of a broken connection are reported by the TLS stream above it.
  socket.on('error', () => {})
  let stream: TLSSocket | undefined
  try {
    stream = connectSecurely({
      ...{ socket, host, ca: options.ca },
      ...(isIP(host) === 0 && { servername: host }),
    })
    const response = await sendRequest(url, stream, options.signal)
    const { statusCode = 0 } = response
    if (statusCode >= 300 && statusCode < 400) return { location: resolveLocation(response, url) }
    if (statusCode !== 200) throw new PictureFault('answer', `the server responded with HTTP status ${statusCode}`)
    return await readBody(response)
  } finally {
    stream?.destroy()
    socket.destroy()
  }
}

function sendRequest(url: URL, stream: TLSSocket, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host, pathname, search } = url
    const options = { method: 'GET', headers: { Host: host, ...HEADERS }, path: `${pathname}${search}`, signal }
    const sent = request({ ...options, createConnection: () => stream }, resolve)
    // Also catches errors while the body is read, which the reader reports itself.
    sent.on('error', reject)
    stream.on('error', reject)
    sent.end()
  })
}

function resolveLocation({ headers: { location } }: IncomingMessage, url: URL): string {
  if (location === undefined || !URL.canParse(location, url.href))
    throw new PictureFault('redirect', 'redirect without a valid Location header')
  return new URL(location, url).href
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const tooLong = () => new PictureFault('size', `more than ${MAX_PICTURE_BYTES} bytes`)
  if (Number(response.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw tooLong()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_PICTURE_BYTES) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
