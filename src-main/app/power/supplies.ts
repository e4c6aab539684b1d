/** Linux's power supplies: a folder for each supply, a file with one line for each property. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PowerSource } from '../../node/index.ts'

export interface Supply {
  /** Battery, UPS, Mains, USB, Wireless … */
  readonly type: string
  /** Device: it powers a mouse or the like */
  readonly scope: string
  /** of chargers: 1 when connected */
  readonly online: string
  /** of batteries: Charging, Discharging, Full, Not charging, Unknown */
  readonly status: string
}

const MAX_SUPPLIES = 32
const MAX_BYTES = 64

/** @throws Error when the folder cannot be read */
export async function readSupplies(folder: string): Promise<Supply[]> {
  const names = (await readdir(folder)).slice(0, MAX_SUPPLIES)
  return Promise.all(
    names.map(async (name) => {
      const property = (file: string) => readProperty(join(folder, name, file))
      const [type, scope, online, status] = await Promise.all(['type', 'scope', 'online', 'status'].map(property))
      return { type: type ?? '', scope: scope ?? '', online: online ?? '', status: status ?? '' }
    }),
  )
}

/** '' if the supply has no such property */
async function readProperty(path: string): Promise<string> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
      return buffer.toString('latin1', 0, bytesRead).trim()
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}

/** A machine without a battery runs on mains; so does one whose battery discharges on a weak charger. */
export function sourceOf(supplies: readonly Supply[]): PowerSource {
  const own = supplies.filter(({ scope }) => scope !== 'Device')
  const isStore = ({ type }: Supply) => type === 'Battery' || type === 'UPS'
  const stores = own.filter(isStore)
  const chargers = own.filter((supply) => !isStore(supply))
  if (stores.length === 0 || chargers.some(({ online }) => online === '1')) return 'mains'
  const statuses = stores.map(({ status }) => status)
  if (statuses.includes('Discharging')) return 'battery'
  if (statuses.some((status) => ['Charging', 'Full', 'Not charging'].includes(status))) return 'mains'
  return chargers.some(({ type, online }) => type === 'Mains' && online === '0') ? 'battery' : 'unknown'
}
