/** An HTTPS server for pictures, with its own certificate authority. Its host names exist in no DNS. */

import type { RequestListener } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'

/** Created with openssl for these tests only, valid until 2126. The authority's private key was deleted. */
export const TEST_AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUNzW8FwMBqjFvR29fyazJJpm4mqcwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWQSB0ZXN0J3Mgb3duIGF1dGhvcml0eTAgFw0yNjExMjMwNjE4
NDRaGA8yMTI2MTAzMDA2MTg0NFowITEfMB0GA1UEAwwWQSB0ZXN0J3Mgb3duIGF1
dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOb6/0s/24tCmXxTGzhH
FeAqdsJw/214bkj6m/xMDJhL/9VSsFGQ0nPIC0cCrt6Rpr+AF+7EMJQS7Dh869ze
ZlijYzBhMB0GA1UdDgQWBBTwzApOXdh1fgPDJvtEG7bYVVu6XTAfBgNVHSMEGDAW
gBTwzApOXdh1fgPDJvtEG7bYVVu6XTAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB
/wQEAwICBDAKBggqhkjOPQQDAgNIADBFAiEA3pfJoddwm5A+px6yCIrYnhic/tt8
g5WVgsRSgG9rptkCIAID2A+ODZ8WbvbI+1eFlt5Tby3o//1/VDhuJkLkTkVH
-----END CERTIFICATE-----
`

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB4DCCAYagAwIBAgIUCN8+WA0dIdPvHKPyzeggVbpPnqswCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWQSB0ZXN0J3Mgb3duIGF1dGhvcml0eTAgFw0yNjExMjMwNjE4
NDRaGA8yMTI2MTAzMDA2MTg0NFowGzEZMBcGA1UEAwwQcGljdHVyZXMuZXhhbXBs
ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOc6bnPTI1RdFZCxbQNEmk5f6dVB
emNntMRUgTwboOKXLUJ6K+U7RbYgcxi0rWqsXF3/myZYbjJ0LFBUI6nu+jqjgZ8w
gZwwOgYDVR0RBDMwMYIQcGljdHVyZXMuZXhhbXBsZYINbW92ZWQuZXhhbXBsZYIO
aW5zaWRlLmV4YW1wbGUwCQYDVR0TBAIwADATBgNVHSUEDDAKBggrBgEFBQcDATAd
BgNVHQ4EFgQU3rrqDJrzSy50fA2MfSvIplBnJMQwHwYDVR0jBBgwFoAU8MwKTl3Y
dX4Dwyb7RBu22FVbul0wCgYIKoZIzj0EAwIDSAAwRQIgBix0M6+4JixHOsKkLU9i
oERWLvdtRCWskhyQh9Gx6+oCIQDBy4TJ7J5+TWBYditxk/4weeU0qSmYgcbign7F
lTi2Zg==
-----END CERTIFICATE-----
`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXi9iCOZsuJNpPPde
y2uZAuNnECrTdIvB2U/T+3XIU2ehRANCAATnOm5z0yNUXRWQsW0DRJpOX+nVQXpj
Z7TEVIE8G6Dily1CeivlO0W2IHMYtK1qrFxd/5smWG4ydCxQVCOp7vo6
-----END PRIVATE KEY-----
`

/** Host names in the certificate. */
export const PICTURE_HOST = 'pictures.example'
export const MOVED_HOST = 'moved.example'
export const INSIDE_HOST = 'inside.example'

export interface PictureServer {
  readonly server: Server
  readonly port: number
  /** method, path and headers of each request */
  readonly asked: string[]
  close(): void
}

export async function startPictureServer(listener: RequestListener): Promise<PictureServer> {
  const asked: string[] = []
  const options: ServerOptions = { key: KEY, cert: CERTIFICATE }
  const server = createServer(options, (request, response) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    listener(request, response)
  })
  // Ignore errors: tests include clients that disconnect during the handshake.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ server, asked, port: (server.address() as AddressInfo).port },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * Builds a PNG of this size with a colour gradient.
 * @param announced size in its header, if different from the real size
 */
export function buildPng(
  width: number,
  height: number,
  announced: readonly [number, number] = [width, height],
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(announced[0], 0)
  head.writeUInt32BE(announced[1], 4)
  // Eight bits per channel, RGB.
  head.set([8, 2, 0, 0, 0], 8)
  const row = (y: number) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => [40 + (x * 160) / width, 90, 230 - (y * 160) / height]).flat(),
    ])
  const lines = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)))
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}
