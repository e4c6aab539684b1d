import { describe, expect, it } from 'vitest'
import type { AppSettings } from '../app/appSettings/index.ts'
import { type PortSettings, portsToTry, serveOnKeptPort } from './webPort.ts'

function storeWith(webPort: number | null, writable = true): PortSettings {
  let settings = { webPort } as AppSettings
  return {
    now: () => settings,
    async change(part) {
      if (!writable) throw new Error('EROFS')
      settings = { ...settings, ...part }
      return settings
    },
  }
}

const listenExcept =
  (...taken: readonly number[]) =>
  async (port: number) => {
    if (taken.includes(port)) throw new Error('in use', { cause: { code: 'EADDRINUSE' } })
    return { port: port === 0 ? 50_000 : port }
  }

describe('serveOnKeptPort', () => {
  it('chooses a port once and reuses it', async () => {
    const settings = storeWith(null)
    const [first = 0, second = 0] = portsToTry(settings)
    const served = await serveOnKeptPort(settings, listenExcept(first))
    expect(served).toEqual({ server: { port: second }, notice: undefined })
    expect(settings.now().webPort).toBe(second)
    expect(await serveOnKeptPort(settings, listenExcept())).toEqual({ server: { port: second }, notice: undefined })
  })

  it('uses another port for this run only if its port is in use', async () => {
    const settings = storeWith(7810)
    const { server, notice } = await serveOnKeptPort(settings, listenExcept(7810))
    expect(server.port).toBe(50_000)
    expect(notice).toContain('Port 7810')
    expect(notice).toContain('port 50000 this time')
    expect(settings.now().webPort).toBe(7810)
  })

  it('serves with a notice if the port cannot be stored, and fails for any other reason', async () => {
    expect((await serveOnKeptPort(storeWith(null, false), listenExcept())).notice).toMatch(/port other than .* EROFS$/)
    const broken = async () => Promise.reject(new Error('no loopback', { cause: { code: 'EADDRNOTAVAIL' } }))
    await expect(serveOnKeptPort(storeWith(null), broken)).rejects.toThrow('no loopback')
  })
})
