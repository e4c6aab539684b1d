import { KNOWN_CONTRACTS } from '#shared/chains/contracts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Note } from '../Note.tsx'
import { type EraDraft, emptyEra, namesContracts, readWhole } from './draft.ts'
import type { FormPart } from './fields.ts'
import { aboutTime } from './words.ts'

/** What the chain is called, and how fast it goes. */
export function NameFields({ draft, change, problem }: FormPart) {
  return (
    <Card title="The chain">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Name"
          error={problem('name')}
          hint="Letters, digits, “_”, “-” and “.”. Also the name of its coin; part of its rules for ever."
        >
          <Input
            value={draft.name}
            maxLength={64}
            placeholder="GARDEN"
            autoFocus
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field
          label="Label"
          optional
          error={problem('label')}
          hint="What this computer’s list calls it. Nobody else sees it."
        >
          <Input
            value={draft.label}
            maxLength={60}
            placeholder={draft.name.trim() || 'Our neighbourhood'}
            onChange={({ target }) => change({ label: target.value })}
          />
        </Field>
      </div>
    </Card>
  )
}

/** Seconds that some blocks take, undefined while that is not known. */
function timeOf(blocks: string, blocktime: string): number | undefined {
  const count = Number(readWhole(blocks) ?? '')
  const each = Number(readWhole(blocktime.trim() === '' ? '60' : blocktime) ?? '')
  return count > 0 && each > 0 ? count * each : undefined
}

/** How many coins there are, and how they come about. `chart` stands below. */
export function CoinFields({ draft, change, problem, chart }: FormPart & { readonly chart?: React.ReactNode }) {
  const [era = emptyEra, ...later] = draft.eras
  const changeEra = (next: Partial<EraDraft>) => change({ eras: [{ ...era, ...next }, ...later] })
  const halving = timeOf(era.halving, draft.blocktime)
  const first = later.length > 0 ? ' in the first era' : ''
  return (
    <Card title="Its coins">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Coins at the start"
          error={problem('supply')}
          hint="Whole coins in the first block, for whoever mines it. Empty: 10."
        >
          <Input
            value={draft.supply}
            inputMode="numeric"
            placeholder="10"
            onChange={({ target }) => change({ supply: target.value })}
          />
        </Field>
        <Field
          label={`Reward for a block${first}`}
          error={problem('reward.0')}
          hint="Coins for whoever finds a block. Without any reward or end it is 0.0001."
        >
          <Input
            value={era.reward}
            inputMode="decimal"
            placeholder="0"
            onChange={({ target }) => changeEra({ reward: target.value })}
          />
        </Field>
        <Field
          label={`Blocks until the reward halves${first}`}
          optional
          error={problem('halving.0')}
          hint={
            halving === undefined
              ? 'Empty: it never does.'
              : `Every ${halving >= 3600 ? aboutTime(halving).replace('about ', '') : `${halving} s`}, roughly.`
          }
        >
          <Input
            value={era.halving}
            inputMode="numeric"
            placeholder="never"
            onChange={({ target }) => changeEra({ halving: target.value })}
          />
        </Field>
        <Field
          label="Seconds between blocks"
          error={problem('blocktime')}
          hint="On average; mining adjusts itself to it."
        >
          <Input
            value={draft.blocktime}
            inputMode="numeric"
            placeholder="60"
            onChange={({ target }) => change({ blocktime: target.value })}
          />
        </Field>
      </div>
      {chart ? <div className="mt-4 border-t pt-4">{chart}</div> : null}
    </Card>
  )
}

/** What people can do on it. */
export function AbilityFields({ draft, change, problem }: FormPart) {
  return (
    <Card title="What it can do">
      <div className="flex flex-col gap-4">
        <Switch
          label="Tokens and faucet"
          hint="Anybody on the chain can make tokens, and a faucet can give coins away."
          checked={draft.cc}
          onChange={(cc) => change({ cc })}
        />
        {draft.cc && !namesContracts(draft) ? (
          <>
            <Switch
              label="No other contracts"
              hint={`Of the contracts that nodes of this family know, only tokens, their orders and the faucet work (-ac_ccenable=${KNOWN_CONTRACTS}).`}
              checked={draft.knownonly}
              onChange={(knownonly) => change({ knownonly })}
            />
            {draft.knownonly ? null : (
              <Note>
                Without this all contracts of the family work, and this program has no rules for most: dice, oracles,
                channels, gateways and more. It would stay behind at the first block that spends from one of those.
                Leave it on unless others need them; it cannot be turned on later.
              </Note>
            )}
          </>
        ) : null}
        <Switch
          label="Public amounts only"
          hint="Every amount stands open in the chain, and every node can check it."
          checked={draft.publiconly}
          onChange={(publiconly) => change({ publiconly })}
        />
        {draft.publiconly ? null : (
          <Note>
            Without this the chain may hold shielded amounts, and this program cannot check those. It would refuse the
            first block with one and stay behind there. Leave it on unless others need it off.
          </Note>
        )}
        {problem('cc') || problem('publiconly') ? <Note>{problem('cc') ?? problem('publiconly')}</Note> : null}
      </div>
    </Card>
  )
}
