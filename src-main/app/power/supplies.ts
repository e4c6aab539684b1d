/** Reads the power supplies in Linux's sysfs: one folder per supply, with a one-line file per property. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PowerSource } from '../../node/index.ts'

export interface Supply {
  /** Battery, UPS, Mains, USB, Wireless … */
  readonly type: string
  /** `Device` if it powers a peripheral such as a mouse */
  readonly scope: string
  /** 1 if a charger is connected */
  readonly online: string
  /** status of a battery: Charging, Discharging, Full, Not charging, Unknown */
  readonly status: string
}

const MAX_SUPPLIES = 32
const MAX_PROPERTY_BYTES = 64

/** @throws Error if the folder cannot be read */
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

/** Returns '' if the supply does not have the property. */
async function readProperty(path: string): Promise<string> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_PROPERTY_BYTES), 0, MAX_PROPERTY_BYTES, 0)
      return buffer.toString('latin1', 0, bytesRead).trim()
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}

/**
 * Determines the power source. Returns `mains` if there is no battery, or if any charger is connected, even one too weak
 * to stop the battery from discharging.
 */
export function findPowerSource(supplies: readonly Supply[]): PowerSource {
  const own = supplies.filter(({ scope }) => scope !== 'Device')
  const isBattery = ({ type }: Supply) => type === 'Battery' || type === 'UPS'
  const batteries = own.filter(isBattery)
  const chargers = own.filter((supply) => !isBattery(supply))
  if (batteries.length === 0 || chargers.some(({ online }) => online === '1')) return 'mains'
  const statuses = batteries.map(({ status }) => status)
  if (statuses.includes('Discharging')) return 'battery'
  if (statuses.some((status) => ['Charging', 'Full', 'Not charging'].includes(status))) return 'mains'
  return chargers.some(({ type, online }) => type === 'Mains' && online === '0') ? 'battery' : 'unknown'
}
