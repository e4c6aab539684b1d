import type { MethodName, MethodParams } from '#shared/rpc/index.ts'
import type { Logger } from '../core/index.ts'

type ActionLogger = Pick<Logger, 'info'>

type ActionLines = { readonly [N in MethodName]?: (logger: ActionLogger, params: MethodParams<N>) => void }

/**
 * Log line of each call by which an operator changes the node, so that its log explains its behaviour. No line has
 * secrets. Operators search for these texts; resources/docs/operate.md lists them.
 */
const ACTION_LINES = {
  addnode(logger, { node, command }) {
    if (command === 'add') logger.info('node added', { node })
    else if (command === 'remove') logger.info('node removed', { node })
    else logger.info('connection requested', { node })
  },
  clearbanned: (logger) => logger.info('bans cleared'),
  disconnectnode: (logger, { node }) => logger.info('disconnection requested', { node }),
  invalidateblock: (logger, { hash }) => logger.info('block invalidated', { hash }),
  logging(logger, { include, exclude }) {
    // A call without parameters only reads.
    if (include === undefined && exclude === undefined) return
    logger.info('log categories changed', { include: include?.join(','), exclude: exclude?.join(',') })
  },
  prioritisetransaction: (logger, params) =>
    logger.info('transaction prioritised', {
      ...{ txid: params.txid, priority: params['priority delta'], fee: params['fee delta'] },
    }),
  rebuildaddressindex: (logger) => logger.info('address index rebuild requested'),
  reconsiderblock: (logger, { hash }) => logger.info('block reconsidered', { hash }),
  restorebans: (logger, { bans }) => logger.info('bans restored', { count: bans.length }),
  setautomine: (logger, { enabled }) => logger.info('automatic mining set', { enabled }),
  setban(logger, { 'ip(/netmask)': subnet, command, bantime, absolute }) {
    if (command === 'add') logger.info('subnet banned', { subnet, bantime, absolute })
    else logger.info('ban removed', { subnet })
  },
  setgenerate: (logger, { generate, genproclimit }) => logger.info('mining set', { generate, threads: genproclimit }),
  setmocktime: (logger, { timestamp }) => logger.info('mock time set', { timestamp }),
  stop: (logger) => logger.info('stop requested'),
  unlockwallet: (logger, { seconds, scope }) => logger.info('wallet unlocked', { seconds, scope }),
  walletlock: (logger) => logger.info('wallet locked'),
  walletpassphrase: (logger, { timeout }) => logger.info('wallet unlocked', { seconds: timeout }),
} satisfies ActionLines

const LINES = new Map<string, (logger: ActionLogger, params: never) => void>(Object.entries(ACTION_LINES))

/** Logs a call after it succeeded, if it is an operator's action. */
export function logAction(logger: ActionLogger, name: string, params: Readonly<Record<string, unknown>>): void {
  LINES.get(name)?.(logger, params as never)
}

export const isLoggedAction = (name: string): boolean => LINES.has(name)
