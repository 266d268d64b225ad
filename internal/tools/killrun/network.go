package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// The network of an installation. The agents, their clients and the balancer are at the bridge.
const (
	bridge        = "killrun0"
	bridgeAddress = "10.77.0.1"
	networkPrefix = "10.77.0."
)

// ip runs the program ip.
func ip(ctx context.Context, arguments ...string) error {
	said, err := exec.CommandContext(ctx, "ip", arguments...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(arguments, " "), err, strings.TrimSpace(string(said)))
	}
	return nil
}

// all runs the program ip for each line.
func all(ctx context.Context, lines ...string) error {
	for _, line := range lines {
		if err := ip(ctx, strings.Fields(line)...); err != nil {
			return err
		}
	}
	return nil
}

// makeBridge makes the bridge that connects all networks.
func makeBridge(ctx context.Context) error {
	return all(ctx,
		"link set lo up",
		"link add "+bridge+" type bridge",
		"addr add "+bridgeAddress+"/24 dev "+bridge,
		"link set "+bridge+" up",
	)
}

// makeNetwork makes the network of a part and connects it to the bridge.
func makeNetwork(ctx context.Context, p *part) error {
	return all(ctx,
		"netns add "+p.name,
		"link add "+p.link()+" type veth peer name eth0 netns "+p.name,
		"link set "+p.link()+" master "+bridge+" up",
		"-n "+p.name+" addr add "+p.address+"/24 dev eth0",
		"-n "+p.name+" link set eth0 up",
		"-n "+p.name+" link set lo up",
	)
}

// setLink cuts a part off from everything, or connects it again.
func setLink(ctx context.Context, p *part, up bool) error {
	state := "down"
	if up {
		state = "up"
	}
	return ip(ctx, "link", "set", p.link(), state)
}

// setRoutes cuts a part off from others alone, or ends that.
func setRoutes(ctx context.Context, p *part, others []*part, open bool) error {
	verb := "add"
	if open {
		verb = "del"
	}
	for _, other := range others {
		if err := ip(ctx, "-n", p.name, "route", verb, "blackhole", other.address+"/32"); err != nil {
			return err
		}
	}
	return nil
}
