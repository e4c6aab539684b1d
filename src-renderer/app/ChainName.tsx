import { useRpc } from '../node/queries.ts'
import { cn } from '../ui/cn.ts'
import { SafeText } from '../ui/SafeText.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Which chain this window shows: the slot where several chains will be switched. */
export function ChainName({ narrow }: { readonly narrow: boolean }) {
  const { data: status } = useRpc('getnodestatus', {})
  const kind = status?.sandbox
    ? 'Sandbox on this computer'
    : status?.network === 'regtest'
      ? 'Regtest chain'
      : 'Smart Chain'
  return (
    <div className={cn('mb-2 flex h-11 items-center gap-2.5 overflow-hidden', narrow ? 'px-0.5' : 'px-1')}>
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent font-semibold text-12 text-on-accent"
      >
        {(status?.name ?? '').slice(0, 2)}
      </span>
      {narrow ? (
        <span className="sr-only">{status?.name}</span>
      ) : (
        <span className="min-w-0 leading-tight">
          <span className="block truncate font-semibold text-14">
            {status ? <SafeText text={status.name} max={32} /> : <Skeleton className="h-4 w-24" />}
          </span>
          <span className="block truncate text-12 text-faint">
            {status ? kind : <Skeleton className="mt-1 h-3 w-32" />}
          </span>
        </span>
      )}
    </div>
  )
}
