#!/usr/bin/env perl
# A bot for one seat of a hosted game: perl bot.pl rokoko-tui join ADDRESS --code CODE --json
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;

my @liked = qw(make-dress rent place hire fund use-bonus take-tile keep-tile claim-favor);
my %liking = map { $liked[$_] => @liked - $_ } 0 .. $#liked;
my $seat;
my $request = 0;

sub choose {    # Return the most liked kind of action; of equal ones, a random one.
    my ($decision, @actions) = @_;
    return $actions[rand @actions] if $decision eq 'hand-choice';
    my @by_liking = sort { ($liking{$b->{do}} // 0) <=> ($liking{$a->{do}} // 0) } @actions;
    my @best = grep { ($liking{$_->{do}} // 0) == ($liking{$by_liking[0]{do}} // 0) } @by_liking;
    return $best[rand @best];
}

my $process = open2(my $from_host, my $to_host, @ARGV);
while (my $line = <$from_host>) {
    my $message = decode_json($line);
    if    ($message->{type} eq 'welcome') { $seat = $message->{seat} }
    elsif ($message->{type} eq 'refused') { print STDERR $line unless $message->{code} eq 'stale' }
    elsif ($message->{type} eq 'update') {
        last unless defined $message->{to_move};    # the game is over
        next if $message->{to_move} != $seat;
        my $decision = $message->{observation}{table}{pending}[-1]{ask};
        my $action = choose($decision, map { $_->{action} } @{ $message->{menu}{items} });
        my %play = (type => 'play', id => ++$request, update => $message->{number}, action => $action);
        syswrite $to_host, encode_json(\%play) . "\n";
    }
}
close $to_host;
waitpid $process, 0;
exit $? >> 8;
