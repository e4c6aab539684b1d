import { Worker } from 'node:worker_threads'
import { measureLoad } from './load.ts'

/**
 * Minimal work of any JSON-RPC server over node:http: read the body, answer a constant. Runs on a thread of its own, as
 * the daemon runs in a process of its own.
 */
const SERVER = `
const { createServer } = require('node:http')
const { parentPort } = require('node:worker_threads')
const body = Buffer.from('{"result":1,"error":null,"id":1}\\n')
const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

/** Returns the requests per second that an empty server answers on this machine, with the same client. */
export async function measureBaseline(options: {
  readonly connections: number
  readonly seconds: number
  readonly authorization: string
}): Promise<number> {
  const worker = new Worker(SERVER, { eval: true })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    const { requestsPerSecond } = await measureLoad({ ...options, port, method: 'baseline', params: [] })
    return requestsPerSecond
  } finally {
    await worker.terminate()
  }
}
