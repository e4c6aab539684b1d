import { execFile } from 'node:child_process'
import type { PowerSource } from '../../node/index.ts'
import type { PowerReader } from './powerWatch.ts'
import { findPowerSource, readSupplies } from './supplies.ts'

const SUPPLIES = '/sys/class/power_supply'
const TOOL = '/usr/bin/pmset'
const TOOL_LIMIT_MS = 3_000
const TOOL_OUTPUT = 65_536

/** @param folder folder to read instead of Linux's own, on any system */
export function systemPower(platform: NodeJS.Platform, folder: string | undefined): PowerReader {
  if (folder !== undefined || platform === 'linux') {
    return { read: async () => findPowerSource(await readSupplies(folder ?? SUPPLIES)) }
  }
  if (platform === 'darwin') return { read: async () => parsePowerSource(await askTool()) }
  return { read: async () => 'unknown' }
}

/** Parses the first line of macOS's `pmset -g batt`: Now drawing from 'Battery Power'. */
export function parsePowerSource(output: string): PowerSource {
  const drawn = /^Now drawing from '(\w+) Power'/.exec(output)?.[1]
  return drawn === 'Battery' || drawn === 'UPS' ? 'battery' : drawn === 'AC' ? 'mains' : 'unknown'
}

function askTool(): Promise<string> {
  return new Promise((resolve) => {
    execFile(TOOL, ['-g', 'batt'], { timeout: TOOL_LIMIT_MS, maxBuffer: TOOL_OUTPUT }, (error, output) =>
      resolve(error ? '' : output),
    )
  })
}
