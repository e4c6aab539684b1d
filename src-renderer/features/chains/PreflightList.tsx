import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ChainPorts, PreflightInput } from '#shared/chains/index.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { checkText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import type { PreflightResult } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useDisplayStyle } from '../../ui/displayStyle.ts'
import { optionNames } from '../../ui/optionNames.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

type Check = PreflightResult['checks'][number]

const states = {
  passed: { icon: CircleCheck, tone: 'text-ok' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  failed: { icon: CircleX, tone: 'text-bad' },
} as const

/** Poll interval in ms: some checks change on their own, such as a port that becomes free. */
const EVERY_MS = 5000

/** Checks the chosen ports instead of the chain's own. */
function withPorts(check: Check, ports: ChainPorts): Check {
  const chosen = check.name === 'p2pport' || check.name === 'rpcport' ? ports[check.name] : undefined
  return chosen === undefined
    ? check
    : {
        ...check,
        state: 'passed',
        detail: t('start:check.portReplaced', { port: chosen }),
        fix: null,
        freeport: null,
        holder: null,
      }
}

export function usePreflight(chain: PreflightInput, enabled: boolean, ports: ChainPorts) {
  const query = useRpc('preflight', { chain }, { enabled, every: EVERY_MS })
  const checks = query.data?.checks.map((check) => withPorts(check, ports))
  const blocked = checks?.some(({ state }) => state === 'failed') ?? false
  const free = freePorts(checks)
  // Taken ports need no choice. If they are the only obstacle, the chain starts on free ports.
  const startPorts = blocked ? free && { ...ports, ...free } : ports
  return { query, checks, startPorts }
}

/** Returns free ports to replace taken ones, or undefined if any other check failed. */
export function freePorts(checks: readonly Check[] | undefined): ChainPorts | undefined {
  const failed = checks?.filter(({ state }) => state === 'failed') ?? []
  const found = failed.flatMap(({ name, freeport }) =>
    (name === 'p2pport' || name === 'rpcport') && freeport !== null ? [[name, freeport] as const] : [],
  )
  return found.length > 0 && found.length === failed.length ? Object.fromEntries(found) : undefined
}

/**
 * Returns the checks of a chain that will start on free ports: a taken port is then not a failure and needs no action.
 */
export function withFreePorts(checks: readonly Check[] | undefined): readonly Check[] | undefined {
  const free = freePorts(checks)
  return checks?.map((check) => {
    const port = check.name === 'p2pport' || check.name === 'rpcport' ? free?.[check.name] : undefined
    return port === undefined
      ? check
      : { ...check, state: 'warning', fix: t('start:check.portReplaced', { port }), freeport: null }
  })
}

/** Shows the failed checks, or all checks in developer mode. */
export function PreflightTroubles({ preflight, ...props }: PreflightListProps) {
  const { developer } = useDisplayStyle()
  const checks = withFreePorts(preflight.checks)
  const troubled = checks?.some(({ state }) => state !== 'passed') ?? false
  return troubled || developer ? (
    <Card title={t('chains:beforeStart')}>
      <PreflightList preflight={{ ...preflight, checks }} {...props} />
    </Card>
  ) : null
}

export interface PreflightListProps {
  readonly preflight: Pick<ReturnType<typeof usePreflight>, 'query'> & { readonly checks: readonly Check[] | undefined }
  readonly ports: ChainPorts
  /** undefined if ports are chosen elsewhere */
  readonly onPorts: ((ports: ChainPorts) => void) | undefined
}

/** Lists the checks that decide if a chain can run on this computer, each with its remedy. */
export function PreflightList({ preflight: { query, checks }, ports, onPorts }: PreflightListProps) {
  if (query.error && !checks) return <RpcErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!checks) return <SkeletonLines lines={5} />
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={t('start:check.list')} className="divide-y">
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} ports={ports} onPorts={onPorts} />
        ))}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 self-start"
        busy={query.isFetching}
        icon={<RefreshCw aria-hidden className="size-3.5" />}
        onClick={() => void query.refetch()}
      >
        {t('start:check.again')}
      </Button>
    </div>
  )
}

interface CheckRowProps {
  readonly check: Check
  readonly ports: ChainPorts
  readonly onPorts: ((ports: ChainPorts) => void) | undefined
}

function CheckRow({ check, ports, onPorts }: CheckRowProps) {
  const { icon: Icon, tone } = states[check.state]
  const { name, freeport } = check
  const isPort = name === 'p2pport' || name === 'rpcport'
  return (
    <li className="flex items-start gap-2 py-1.5 text-12">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{t(`start:check.${name}`)}</span>
          <span className="sr-only">, {t(`start:check.${check.state === 'failed' ? 'failure' : check.state}`)}:</span>{' '}
          <span className="text-muted">{optionNames(checkText(check.detail))}</span>
        </p>
        {check.holder && !check.detail.includes(check.holder) ? (
          <p className="text-muted">{t('start:check.holder', { holder: check.holder })}</p>
        ) : null}
        {check.fix ? <p>{optionNames(checkText(check.fix))}</p> : null}
        {isPort && freeport !== null && onPorts ? (
          <Button size="sm" className="mt-1.5" onClick={() => onPorts({ ...ports, [name]: freeport })}>
            {t('start:check.useFree', { port: freeport })}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
