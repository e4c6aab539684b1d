import { KNOWN_CONTRACTS } from '#shared/chains/contracts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Note } from '../Note.tsx'
import { emptyEra, namesContracts, readWhole } from './draft.ts'
import type { ChainFormPart } from './useChainForm.ts'
import { aboutTime } from './words.ts'

/** What the chain is called, and how fast it goes. */
export function NameFields({ register, draft, problem }: ChainFormPart) {
  return (
    <Card title="The chain">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Name"
          error={problem('name')}
          hint="Letters, digits, “_”, “-” and “.”. Also the name of its coin. Cannot be changed later."
        >
          <Input {...register('name')} maxLength={64} placeholder="GARDEN" autoFocus />
        </Field>
        <Field label="Label" optional error={problem('label')} hint="Shown in your list only.">
          <Input {...register('label')} maxLength={60} placeholder={draft.name.trim() || 'Our neighbourhood'} />
        </Field>
      </div>
    </Card>
  )
}

/** Seconds that a number of blocks take; undefined while unknown. */
function timeOf(blocks: string, blocktime: string): number | undefined {
  const count = Number(readWhole(blocks) ?? '')
  const each = Number(readWhole(blocktime.trim() === '' ? '60' : blocktime) ?? '')
  return count > 0 && each > 0 ? count * each : undefined
}

/** The supply and how coins are issued. `chart` stands below. */
export function CoinFields({ register, draft, problem, chart }: ChainFormPart & { readonly chart?: React.ReactNode }) {
  const [era = emptyEra, ...later] = draft.eras
  const halving = timeOf(era.halving, draft.blocktime)
  const first = later.length > 0 ? ' in the first era' : ''
  return (
    <Card title="Its coins">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Coins at the start"
          error={problem('supply')}
          hint="Whole coins in the first block, paid to its miner. Empty: 10."
        >
          <Input {...register('supply')} inputMode="numeric" placeholder="10" />
        </Field>
        <Field
          label={`Reward for a block${first}`}
          error={problem('reward.0')}
          hint="Coins paid to the miner of each block. Empty, without an end: 0.0001."
        >
          <Input {...register('eras.0.reward')} inputMode="decimal" placeholder="0" />
        </Field>
        <Field
          label={`Blocks until the reward halves${first}`}
          optional
          error={problem('halving.0')}
          hint={
            halving === undefined
              ? 'Empty: never.'
              : `Every ${halving >= 3600 ? aboutTime(halving).replace('about ', '') : `${halving} s`}, roughly.`
          }
        >
          <Input {...register('eras.0.halving')} inputMode="numeric" placeholder="never" />
        </Field>
        <Field
          label="Seconds between blocks"
          error={problem('blocktime')}
          hint="On average; the difficulty adjusts to it."
        >
          <Input {...register('blocktime')} inputMode="numeric" placeholder="60" />
        </Field>
      </div>
      {chart ? <div className="mt-4 border-t pt-4">{chart}</div> : null}
    </Card>
  )
}

/** What people can do on it. */
export function AbilityFields({ set, draft, problem }: ChainFormPart) {
  return (
    <Card title="What it can do">
      <div className="flex flex-col gap-4">
        <Switch
          label="Tokens and faucet"
          hint="Everyone can create tokens, and a faucet can give coins away."
          checked={draft.cc}
          onChange={(cc) => set('cc', cc)}
        />
        {draft.cc && !namesContracts(draft) ? (
          <>
            <Switch
              label="No other contracts"
              hint={`Of the contracts of this family only tokens, their orders and the faucet work (-ac_ccenable=${KNOWN_CONTRACTS}).`}
              checked={draft.knownonly}
              onChange={(knownonly) => set('knownonly', knownonly)}
            />
            {draft.knownonly ? null : (
              <Note>
                Without this all contracts of the family work, but this program lacks the rules for most: dice, oracles,
                channels, gateways and more. It would stop at the first block that spends from one of them. Leave this
                on unless others need them; it cannot be turned on later.
              </Note>
            )}
          </>
        ) : null}
        <Switch
          label="Public amounts only"
          hint="All amounts are public, and every node can check them."
          checked={draft.publiconly}
          onChange={(publiconly) => set('publiconly', publiconly)}
        />
        {draft.publiconly ? null : (
          <Note>
            Without this the chain may hold shielded amounts, which this program cannot check. It would stop at the
            first block with one. Leave this on unless others need it off.
          </Note>
        )}
        {problem('cc') || problem('publiconly') ? <Note>{problem('cc') ?? problem('publiconly')}</Note> : null}
      </div>
    </Card>
  )
}
