import { createServer } from 'node:net'

/** Takes a port of loopback for a moment; 0 lets the system choose. Undefined when somebody else has it. */
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
  const port = await take(0)
  if (port === undefined) throw new Error('no port')
  return port
}

export const isFree = async (port: number): Promise<boolean> => (await take(port)) !== undefined
