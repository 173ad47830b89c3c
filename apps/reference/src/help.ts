/** What `--help` prints. */
export const help = `Runs the tool calls of a transcript as governed, recorded transactions.

  npm start                        a demonstration of the ways in which a call can end
  npm start -- run FILE [OPTIONS]  the calls of FILE: a transcript of a provider or an agent, JSON or JSON lines
  npm start -- log OPTIONS         how the calls on record ended, and which wait for an approval
  npm start -- history OPTIONS     the messages of one branch, which is what one run has recorded
  npm start -- history doctor FILE [OPTIONS], or --journal DB --branch ID
                                   finds what providers refuse in a history, and stores a repair
  npm start -- recover OPTIONS     ends the calls that killed runs left open
  npm start -- worker OPTIONS      runs calls of runs that other processes or machines make
  npm start -- approvals OPTIONS   the calls that wait for an approval
  npm start -- approve ID OPTIONS  approves one, runs it and records its answer
  npm start -- reject ID OPTIONS   refuses one
  npm start -- policy check FILE   is this policy valid, and does it say what was meant?
  npm start -- policy explain FILE --call JSON
                                   what each of its rules makes of a call
  npm start -- policy simulate --policy FILE --journal DB
                                   which calls on record it would have decided otherwise

Options of run:
  --workspace DIR       folder that the tools may touch (default: a fresh temporary folder)
  --policy FILE         permission policy, JSON (default: file tools are allowed, programs are not)
  --policy-module FILE  ES module whose createPolicy gives a policy that is asked too; it is code, and runs as this program does
  --record PATH         new file for the record, JSON lines (default: in a fresh temporary folder)
  --journal DB          SQLite file for the record instead, also of several runs; made where it is missing
  --strategy STRATEGY   sequential (default) or concurrent: how the calls of one turn are run
  --transaction NAME    corrected (default) or shipped: the transaction as recorded, faults included
  --workers N           run the tools in N processes of their own, through a queue in Redis; 0 only with --queue
  --redis URL           that Redis (default: redis://127.0.0.1:6379)
  --queue NAME          a queue that others work for too (default: one for this run alone)
  --dry-run             decide only; write nothing
  --json                print JSON lines: one for each call, and a summary

Options of log:
  --journal DB, or --record PATH
  --branch ID, --tool NAME, --outcome KIND    only these
  --since TIME, --until TIME                  from TIME on, before TIME, such as 2026-01-31 or 2026-01-31T12:00:00Z
  --follow                                    go on with what is recorded from now on; needs --journal
  --json                                      print JSON lines

Options of history:
  --journal DB, or --record PATH
  --branch ID           the branch
  --format FORMAT       messages (default), or what a model is told: openai-chat, openai-responses, anthropic, google, bedrock,
                        mistral, cohere, ai-sdk, ai-sdk-ui, mcp or claude-code
  --max-output N        cut results that a model is told after N characters (default: 100000)
  --json                print JSON lines

Options of history doctor:
  --write OUT           new file for the repair of FILE
  --journal DB          the journal; the repair is appended to it
  --branch ID           the branch
  --dry-run             only look
  --json                print JSON lines: one for each finding, and a summary

Options of recover:
  --journal DB          the journal
  --branch ID           only this branch
  --rerun               run calls again where that is safe, each in the workspace of its run
  --workspace DIR, --log-root DIR
                        with --rerun: refuse calls of another; needed for branches whose record does not say it
  --policy FILE, --policy-module FILE
                        with --rerun: as of run
  --json                print JSON lines: one for each call, and a summary

Options of worker:
  --workspace DIR       folder that the tools may touch
  --log-root DIR        folder of the log that it stands for
  --redis URL, --queue NAME
                        where the calls come from (default: redis://127.0.0.1:6379, acta)
  --journal DB          the journal of the run, which all workers claim unsafe calls in; without it they are refused, unless Redis
                        forgets nothing

Options of approvals, approve and reject:
  --journal DB          the journal
  --by NAME             who decides; whoever calls this vouches for it
  --note TEXT           why
  --json                print JSON lines: one for each approval, call or refusal, and a summary
  approve also takes
  --arguments JSON      what runs in place of what was asked; it is validated, and put to the policies
  --policy FILE, --policy-module FILE
                        as of the run, because an approval holds for its policies only
  --workspace DIR, --log-root DIR
                        refuse a call whose run acted in another; needed where the record does not say it

Options of policy check, policy explain and policy simulate:
  --call JSON           {"function":"Bash","arguments":{"command":"ls"}}
  --workspace DIR       folder where the relative paths of rules and calls begin (default: this one; of simulate: that of each run)
  --log-root DIR        folder that absolute paths in the log mean by it (of simulate: as --workspace)
  --json                print JSON lines

  --help, --version

Exit status: 0 done, whatever the outcomes; 1 the run failed; 2 bad usage or input; 130 and 143 interrupted. Of history doctor:
0 healthy, 3 repaired, 4 faults that were not mended. Of policy check: 0 no findings, 1 findings. Of approve and reject: 1 nothing was
decided. Of recover: 1 also where a branch was not recovered.
`;
