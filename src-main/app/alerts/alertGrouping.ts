/** Groups news by kind and chain into few notifications and limits the number of notifications per minute. */
import type { AlertKind } from '#shared/chains/index.ts'
import type { AppText, AppTextKey } from '../texts/index.ts'
import type { News } from './alertRows.ts'

export interface Alert {
  readonly title: string
  readonly body: string
}

export interface GroupingDeps {
  readonly t: AppText
  show(alert: Alert): void
  /** Checked last, just before the notification is shown. */
  unwanted?(news: News): boolean
  /** milliseconds, monotonic */
  now(): number
  /** Runs `run` after the delay. Returns the function that cancels it. */
  after(milliseconds: number, run: () => void): () => void
}

/** News of one kind and chain that arrive within this time are shown as one notification. */
const GATHER_MS = 1_500
/** Minimum time between two notifications of the same kind and chain. */
const PAUSE_MS = 20_000
/** Maximum number of notifications per minute, over all kinds and chains. */
const MAX_PER_MINUTE = 6
const MINUTE_MS = 60_000

const MANY = {
  coins: 'alert.manyCoins',
  tokens: 'alert.manyTokens',
  blocks: 'alert.manyBlocks',
  claims: 'alert.manyClaims',
  orders: 'alert.manyOrders',
  disk: 'alert.manyDisk',
} as const satisfies Readonly<Record<Exclude<AlertKind, 'peers'>, AppTextKey>>

export function buildAlert(news: readonly News[], t: AppText): Alert {
  const [first, last] = [news[0], news.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no news in the alert group')
  // The latest news about peers replaces earlier ones.
  if (news.length === 1 || last.kind === 'peers') return { title: last.text, body: last.chain }
  const total = news.reduce((sum, { coins = 0n }) => sum + coins, 0n)
  const many = { count: news.length }
  const amount = `${t.figures().amount(total)} ${first.unit ?? ''}`
  const title = total > 0n ? t('alert.manyCoinsSum', { ...many, amount }) : t(MANY[last.kind], many)
  return { title, body: first.chain }
}

interface AlertGroup {
  news: News[]
  cancel: (() => void) | undefined
  /** monotonic time of the last notification of this group */
  shownAt: number
}

export class AlertGrouping {
  readonly #deps: GroupingDeps
  readonly #waiting = new Map<string, AlertGroup>()
  /** times of the notifications shown within the last minute */
  #shown: number[] = []

  constructor(deps: GroupingDeps) {
    this.#deps = deps
  }

  add(news: News): void {
    const { after, now } = this.#deps
    const key = `${news.kind} ${news.chain}`
    const group = this.#waiting.get(key) ?? { news: [], cancel: undefined, shownAt: Number.NEGATIVE_INFINITY }
    this.#waiting.set(key, group)
    group.news.push(news)
    const pause = Math.max(GATHER_MS, group.shownAt + PAUSE_MS - now())
    group.cancel ??= after(pause, () => this.#flush(group))
  }

  close(): void {
    for (const { cancel } of this.#waiting.values()) cancel?.()
    this.#waiting.clear()
  }

  #flush(group: AlertGroup): void {
    const { t, show, unwanted, now, after } = this.#deps
    group.cancel = undefined
    group.news = group.news.filter((news) => unwanted?.(news) !== true)
    if (group.news.length === 0) return
    this.#shown = this.#shown.filter((at) => now() - at < MINUTE_MS)
    const [oldest] = this.#shown
    if (this.#shown.length >= MAX_PER_MINUTE && oldest !== undefined) {
      group.cancel = after(oldest + MINUTE_MS - now(), () => this.#flush(group))
      return
    }
    this.#shown.push(now())
    group.shownAt = now()
    const news = group.news
    group.news = []
    show(buildAlert(news, t))
  }
}
