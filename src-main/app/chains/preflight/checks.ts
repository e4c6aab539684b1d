/** Preflight checks, with the remedy for each problem. They evaluate measurements that the caller passes in. */

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { figuresIn } from '#shared/figures.ts'
import { formatFileError } from '../../storedFile.ts'
import type { DriveKind } from './drive.ts'
import { portDetail, portFix, type TakenPort, type WantedPort } from './ports.ts'

export type PreflightCheck = ChainMethodResult<'preflight'>['checks'][number]

const MEGABYTE = 1_000_000
/** A new chain needs a few MB and grows with its history. */
const DISK = { least: 300 * MEGABYTE, comfortable: 2_000 * MEGABYTE }
/** An idle node uses about 100 MB, one that synchronises up to 400 MB. */
const MEMORY = { least: 150 * MEGABYTE, comfortable: 600 * MEGABYTE }
/** 2026-11-01: a correct clock shows no earlier time. Update with each release. */
export const RELEASED = 1_793_491_200
/** Twenty years later: a clock beyond this is wrong. */
const FAR_FUTURE = RELEASED + 20 * 365 * 86_400
/**
 * In seconds. Nodes reject blocks more than seven minutes in the future, so a tip further ahead means that this clock
 * is slow.
 */
const AHEAD = 420

const plain = { fix: null, freeport: null, holder: null }
const passed = (name: PreflightCheck['name'], detail: string): PreflightCheck => ({
  name,
  state: 'passed',
  detail,
  ...plain,
})
const warning = (name: PreflightCheck['name'], detail: string, fix: string): PreflightCheck => ({
  ...plain,
  name,
  state: 'warning',
  detail,
  fix,
})
const failed = (name: PreflightCheck['name'], detail: string, fix: string): PreflightCheck => ({
  ...plain,
  name,
  state: 'failed',
  detail,
  fix,
})

const amount = (bytes: number): string => figuresIn('en').bytes(bytes)

/** @param free free bytes, or undefined if unknown */
export function diskCheck(free: number | undefined, directory: string): PreflightCheck {
  if (free === undefined) return passed('disk', 'The system does not report the free disk space.')
  const detail = `${amount(free)} are free on the drive of the chain.`
  if (free >= DISK.comfortable) return passed('disk', detail)
  const fix = `Free up space on the drive of ${directory}.`
  return free >= DISK.least ? warning('disk', detail, fix) : failed('disk', detail, fix)
}

/** @param available bytes of memory still available to programs */
export function memoryCheck(available: number): PreflightCheck {
  const detail = `${amount(available)} of memory are available.`
  if (available >= MEMORY.comfortable) return passed('memory', detail)
  const fix = 'Close other programs, or stop a chain that you do not need now.'
  return available >= MEMORY.least ? warning('memory', detail, fix) : failed('memory', detail, fix)
}

/** @param now and `tipTime` in unix seconds; tipTime is undefined if no block of the chain is known */
export function clockCheck(now: number, tipTime: number | undefined): PreflightCheck {
  const shown = new Date(now * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const fix = 'Set the date, the time and the time zone in the system settings, preferably automatically.'
  if (now < RELEASED) {
    return failed('clock', `The clock shows ${shown} UTC, which is before this program was built.`, fix)
  }
  if (tipTime !== undefined && tipTime > now + AHEAD) {
    const minutes = Math.ceil((tipTime - now) / 60)
    return failed('clock', `The clock shows ${shown} UTC, ${minutes} minutes before the chain’s newest block.`, fix)
  }
  if (now > FAR_FUTURE) return warning('clock', `The clock shows ${shown} UTC, which is far in the future.`, fix)
  return passed('clock', `The clock shows ${shown} UTC.`)
}

/** Writes a file, flushes it to disk and removes it. @param shown the folder named in the text */
export function directoryCheck(directory: string, shown: string): PreflightCheck {
  const probe = join(directory, `.preflight-${randomBytes(6).toString('hex')}`)
  try {
    const file = openSync(probe, 'wx', 0o600)
    try {
      writeSync(file, 'written\n')
      fsyncSync(file)
    } finally {
      closeSync(file)
      rmSync(probe, { force: true })
    }
    return passed('directory', `${shown} is writable.`)
  } catch (error) {
    const fix = 'Give your account write permission for this folder, or start with -root=<folder> to use another one.'
    return failed('directory', `${shown} is not writable: ${formatFileError(error)}.`, fix)
  }
}

export function driveCheck({ kind, type }: { readonly kind: DriveKind; readonly type: string }): PreflightCheck {
  const elsewhere = 'Choose a folder on a drive of this computer: start with -root=<folder>.'
  switch (kind) {
    case 'network':
      return failed('drive', `The folder is on a network drive (${type}), which damages databases.`, elsewhere)
    case 'shared':
      return warning(
        'drive',
        `The folder is shared with another system (${type}), and may be slow or lock files incorrectly.`,
        elsewhere,
      )
    case 'memory':
      return warning(
        'drive',
        `The folder is in memory (${type}): its content is lost when this computer restarts.`,
        elsewhere,
      )
    case 'unknown':
      return passed('drive', 'The system does not report the type of the folder’s drive.')
    case 'local':
      return passed(
        'drive',
        type === ''
          ? 'The folder is on a drive of this computer.'
          : `The folder is on a drive of this computer (${type}).`,
      )
  }
}

/** @param own true if the chain runs and uses the port itself */
export function portCheck({ name, port }: WantedPort, taken: TakenPort | undefined, own: boolean): PreflightCheck {
  if (own) return passed(name, `Port ${port} is in use by this chain.`)
  if (taken === undefined) return passed(name, `Port ${port} is free.`)
  const { free, holder } = taken
  return { ...failed(name, `${portDetail(taken)}.`, portFix(taken)), freeport: free, holder }
}

export const noPortCheck = (name: WantedPort['name']): PreflightCheck =>
  passed(name, name === 'p2pport' ? 'Peers do not connect to this node, so it needs no port for them.' : 'RPC is off.')
