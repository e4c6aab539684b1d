import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Where no system takes ports for outgoing connections from: one of these, free for a moment, could have taken the port
 * before the program that it was meant for.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const TRIES = 100

/** Takes a port of loopback for a moment. Undefined when somebody else has it. */
function take(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })
}

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = await take(randomInt(FIRST_PORT, LAST_PORT))
    if (port !== undefined) return port
  }
  throw new Error('no port')
}

export const isFree = async (port: number): Promise<boolean> => (await take(port)) !== undefined
