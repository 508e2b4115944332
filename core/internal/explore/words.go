package explore

// Names of kinds, rules and promises, as reports and links spell them.
var (
	kindNames = [...]string{
		Kill: "kill", PowerOff: "powerOff", Shrink: "shrink", Fence: "fence", Stop: "stop",
		Produce: "produce", Fetch: "fetch", Take: "take", Expire: "expire", Start: "start", Unfence: "unfence",
		Hear: "hear", Decide: "decide", Confirm: "confirm",
	}
	ruleNames = [...]string{
		None: "none", TruncationByEpoch: "truncationByEpoch", EpochStartToJoin: "epochStartToJoin",
		FetchPositionOfThisLife: "fetchPositionOfThisLife", TruncationOfDivergedLogs: "truncationOfDivergedLogs",
		UncleanRestart: "uncleanRestart", ClearedELR: "clearedELR", AckByHighWatermark: "ackByHighWatermark",
	}
	promiseNames = [...]string{
		LeaderHasAcknowledged: "leaderHasAcknowledged", MembersHaveAcknowledged: "membersHaveAcknowledged",
		SomewhereAcknowledged: "somewhereAcknowledged", LogsAgree: "logsAgree", ReadStays: "readStays",
		HighWatermarkRises: "highWatermarkRises", EnoughInSync: "enoughInSync", MembersApart: "membersApart",
	}
)

// String returns the kind's name.
func (k Kind) String() string { return kindNames[k] }

// String returns the rule's name.
func (r Rule) String() string { return ruleNames[r] }

// String returns the promise's name.
func (p Promise) String() string { return promiseNames[p] }

// KindNamed returns the kind of failure of a name; false: there is none.
func KindNamed(name string) (Kind, bool) {
	for k := range FailureKinds {
		if kindNames[k] == name {
			return k, true
		}
	}
	return 0, false
}

// RuleNamed returns the rule of a name; false: there is none.
func RuleNamed(name string) (Rule, bool) {
	for r := range Rules {
		if ruleNames[r] == name {
			return r, true
		}
	}
	return 0, false
}
